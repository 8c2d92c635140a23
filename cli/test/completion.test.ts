// `corridor completion`, in the real shells where they are installed, and tables at terminals of every width.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { run, runProgram } from '../../server/test/support/command.ts'
import { lines, table } from '../table.ts'

const home = mkdtempSync(join(tmpdir(), 'corridor-completion-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
writeFileSync(join(home, 'operator.yaml'), '')

/** Runs a shell with the script as its input's first lines. Answers the offered words. */
const shells: Record<string, (typed: readonly string[]) => [string, string]> = {
  bash: (typed) => [
    'bash',
    `COMP_WORDS=(corridor ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}
     _corridor; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // Outside of its editor zsh has none of the functions that show what is offered: print it instead.
  zsh: (typed) => [
    'zsh',
    `_describe() { local one; for one in "\${(P@)2}"; do print -r -- "\${one%%:*}"; done }
     compadd() { shift; print -rl -- "$@" }
     _files() { print -rl -- * }
     words=(corridor ${typed.map((word) => `'${word}'`).join(' ')}); CURRENT=\${#words}; PREFIX='${typed.at(-1)}'
     _corridor`,
  ],
  fish: (typed) => ['fish', `complete -C 'corridor ${typed.join(' ')}' | string split -f1 \\t`],
}

const setUp: Record<string, string> = { zsh: 'compdef() { : }\n' }

describe.each(Object.keys(shells))('in %s', (name) => {
  const isMissing = spawnSync(name, ['-c', 'exit 0']).error !== undefined
  let script: Promise<string> | undefined

  async function offered(...typed: string[]): Promise<string[]> {
    script ??= run(['completion', name]).then(({ stdout }) => stdout)
    const [program, ask] = shells[name]?.(typed) ?? ['false', '']
    const file = join(home, `ask.${name}`)
    writeFileSync(file, `${setUp[name] ?? ''}${await script}\n${ask}\n`)
    const { stdout, stderr } = await runProgram(program, [file], { HOME: home }, home)
    expect(stderr).toBe('')
    const prefix = typed.at(-1) ?? ''
    return stdout.split('\n').filter((word) => word !== '' && word.startsWith(prefix))
  }

  test.skipIf(isMissing)('commands of customers and operators are offered', async () => {
    expect(await offered('ord')).toEqual(['order', 'orders'])
    const orders = await offered('orders', 're')
    expect(orders.toSorted()).toEqual(['receipt', 'refund', 'release', 'retry'])
    expect(await offered('treasury', 'sw')).toEqual(['sweeps'])
  })

  test.skipIf(isMissing)('options and their values are offered', async () => {
    expect(await offered('orders', 'list', '--stat')).toEqual(['--status'])
    expect(await offered('orders', 'list', '--status', 'STEP_2')).toEqual(['STEP_2_FILLING_FX'])
    expect(await offered('orders', 'list', '--limit', '5', '--sta')).toEqual(['--status'])
    expect((await offered('completion', '')).toSorted()).toEqual(['bash', 'fish', 'zsh'])
  })

  test.skipIf(isMissing)('files are offered where a file may stand', async () => {
    expect(await offered('apply', 'oper')).toEqual(['operator.yaml'])
    expect(await offered('login', '--key-file', 'oper')).toEqual(['operator.yaml'])
  })
})

describe('a table', () => {
  const headings = ['ORDER', 'AMOUNT', 'NAME']
  const rows = [
    ['ord_01m838pthmevgbftzgthmz19n3', '1000000000.123456789 USDC', 'Ana Restrepo y Hermanos'],
    ['ord_2', '1.00 COP', '東京商事'],
  ]
  const at = (width: number) => table(headings, rows, { width, shrinks: ['NAME'] })
  const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length))

  test('is as wide as its entries where there is room', () => {
    expect(at(200).split('\n')[1]).toMatch(
      /^ord_\w+ {2}1000000000\.123456789 USDC {2}Ana Restrepo y/,
    )
  })

  test('shortens names, never ids and amounts', () => {
    const narrow = at(75)
    expect(longest(narrow)).toBeLessThanOrEqual(75)
    expect(narrow).toMatch(/1000000000\.123456789 USDC {2}Ana Restr.*…\n/)
    expect(narrow).toContain('ord_01m838pthmevgbftzgthmz19n3')
  })

  test('is aligned behind characters that take two columns', () => {
    const wide = [
      ['東京', '1'],
      ['ab', '2'],
    ]
    expect(table(['NAME', 'ID'], wide)).toBe('NAME  ID\n東京  1\nab    2\n')
  })

  test('becomes blocks where even that is too wide', () => {
    expect(at(50)).toContain(
      'AMOUNT  1000000000.123456789 USDC\nNAME    Ana Restrepo y Hermanos\n\n',
    )
  })

  test('shows no sign that steers the terminal', () => {
    const text = table(['NAME'], [['a\u001b[2Jb\nc\u202e']]) + lines([['Name', '\u0007x']])
    for (const sign of ['\u001b', '\u0007', '\u202e']) expect(text).not.toContain(sign)
    expect(text.split('\n')).toHaveLength(4)
  })
})
