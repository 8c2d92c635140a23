// Scripts that complete commands, options and their values in bash, zsh and fish. They hold every command as text, since
// starting Corridor at each press of the key would take too long.
import type { Command, Option } from 'commander'

type Offered = { word: string; about: string }
type Valued = { flags: readonly string[]; choices: readonly string[] }
/** `path`: the words of the command without `corridor`. */
type Node = {
  path: string
  commands: readonly Offered[]
  options: readonly Offered[]
  /** Options with a value. Without choices the value may be a file. */
  valued: readonly Valued[]
  /** Values of the first argument. */
  choices: readonly string[]
}

export function scriptFor(shell: string, program: Command): string {
  const nodes = nodesOf(program, '')
  if (shell === 'bash') return bash(nodes)
  return shell === 'zsh' ? zsh(nodes) : fish(nodes)
}

function nodesOf(command: Command, path: string): Node[] {
  const visible = command.createHelp().visibleOptions(command)
  const node: Node = {
    path,
    commands: command.commands.map((one) => ({ word: one.name(), about: one.description() })),
    options: visible.flatMap((option) =>
      flagsOf(option).map((word) => ({ word, about: option.description })),
    ),
    valued: visible
      .filter((option) => option.required || option.optional)
      .map((option) => ({ flags: flagsOf(option), choices: plain(option.argChoices) })),
    choices: plain(command.registeredArguments[0]?.argChoices),
  }
  const below = command.commands.flatMap((one) => nodesOf(one, `${path} ${one.name()}`.trim()))
  return [node, ...below]
}

const flagsOf = ({ short, long }: Option): string[] =>
  [long, short].filter((flag): flag is string => typeof flag === 'string')

/** Shells would read signs such as ; themselves. */
const plain = (choices: readonly string[] = []): string[] =>
  choices.filter((one) => /^[\w.,-]+$/.test(one))

const words = (offered: readonly Offered[]): string => offered.map(({ word }) => word).join(' ')

/** Lines of a `case` on the path, and of one on path and option. Bash and zsh read both alike. */
function cases(nodes: readonly Node[], line: (node: Node) => string): string {
  return nodes.map((node) => `    '${node.path}') ${line(node)} ;;`).join('\n')
}

function valueCases(nodes: readonly Node[]): string {
  return nodes
    .flatMap(({ path, valued }) =>
      valued.map(({ flags, choices }) => {
        const patterns = flags.map((flag) => `'${path} ${flag}'`).join('|')
        return `    ${patterns}) ${choices.length === 0 ? 'files=1' : `values='${choices.join(' ')}'`} ;;`
      }),
    )
    .join('\n')
}

const paths = (nodes: readonly Node[]): string =>
  nodes
    .filter(({ path }) => path !== '')
    .map(({ path }) => `'${path}'`)
    .join('|')

const HEAD = 'Completion of corridor. Made by `corridor completion'

const bash = (nodes: readonly Node[]): string => `# ${HEAD} bash\`.
_corridor() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local path='' values='' files='' offered='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${path:+$path }\${COMP_WORDS[i]}" in
    ${paths(nodes)}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path $previous" in
${valueCases(nodes)}
  esac
  if [[ -n $files ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
    return
  fi
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
    return
  fi
  case "$path" in
${cases(nodes, ({ commands, choices, options }) => `offered='${[words(commands), choices.join(' ')].join(' ').trim()}' values='${words(options)}'`)}
  esac
  if [[ $current == -* ]]; then offered=$values; fi
  if [[ -n $offered ]]; then
    COMPREPLY=($(compgen -W "$offered" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _corridor corridor
`

/** In a zsh string of two parts, word and description, a colon divides them. */
const described = (offered: readonly Offered[]): string =>
  offered.map(({ word, about }) => quoted(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const zsh = (nodes: readonly Node[]): string => `#compdef corridor
# ${HEAD} zsh\`.
_corridor() {
  local path_='' previous=\${words[CURRENT-1]} values='' files='' i
  local -a offered options
  for ((i = 2; i < CURRENT; i++)); do
    case "\${path_:+$path_ }\${words[i]}" in
    ${paths(nodes)}) path_="\${path_:+$path_ }\${words[i]}" ;;
    esac
  done
  case "$path_ $previous" in
${valueCases(nodes)}
  esac
  if [[ -n $files ]]; then _files; return; fi
  if [[ -n $values ]]; then compadd -- \${=values}; return; fi
  case "$path_" in
${cases(
  nodes,
  ({ commands, choices, options }) =>
    `offered=(${[described(commands), choices.map(quoted).join(' ')].join(' ').trim()}); options=(${described(options)})`,
)}
  esac
  if [[ $PREFIX == -* ]]; then _describe option options; return; fi
  if ((\${#offered})); then _describe command offered; else _files; fi
}
if [[ $funcstack[1] == _corridor ]]; then _corridor "$@"; else compdef _corridor corridor; fi
`

function fish(nodes: readonly Node[]): string {
  const lines = nodes.flatMap(({ path, commands, choices, options, valued }) => {
    const begin = `complete -c corridor -n '__corridor_at ${path}'`
    const taking = (word: string): string => {
      const values = valued.find(({ flags }) => flags.includes(word))?.choices
      if (values === undefined) return ''
      return values.length === 0 ? ' -r -F' : ` -x -a '${values.join(' ')}'`
    }
    return [
      ...commands.map(({ word, about }) => `${begin} -f -a ${word} -d ${fishText(about)}`),
      ...(choices.length === 0 ? [] : [`${begin} -f -a '${choices.join(' ')}'`]),
      ...options.map(
        ({ word, about }) =>
          `${begin} ${word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`}${taking(word)} -d ${fishText(about)}`,
      ),
    ]
  })
  return `# ${HEAD} fish\`.
set -g __corridor_paths ${nodes
    .filter(({ path }) => path !== '')
    .map(({ path }) => `'${path}'`)
    .join(' ')}
function __corridor_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$path $word")
        contains -- $next $__corridor_paths; and set path $next
    end
    test "$path" = "$argv"
end
${lines.join('\n')}
`
}

const fishText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
