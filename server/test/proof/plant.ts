// Plants a bug: edits the service's source while it is loaded, in this process only.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bugs, type Bug } from './bugs.ts'

const sources = join(import.meta.dirname, '../../src')

/** Call this before any import of the service. Throws when an edit does not match its file exactly once. */
export function plant(name: string): Bug {
  const bug = bugs.find((one) => one.name === name)
  if (bug === undefined) throw new Error(`there is no bug ${name}; see bugs.ts`)
  const problems = ambiguousEdits(bug)
  if (problems.length > 0) throw new Error(problems.join('; '))
  const edited = new Map<string, string>()
  for (const { file, find, replace } of bug.edits) {
    const url = pathToFileURL(join(sources, file)).href
    edited.set(
      url,
      (edited.get(url) ?? textOf(file)).replace(find, () => replace),
    )
  }
  registerHooks({
    load(url, context, nextLoad) {
      const source = edited.get(url)
      return source === undefined
        ? nextLoad(url, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
  return bug
}

/** Edits that do not match exactly once. */
export const ambiguousEdits = (bug: Bug): string[] =>
  bug.edits.flatMap(({ file, find }) => {
    const times = textOf(file).split(find).length - 1
    return times === 1
      ? []
      : [`${bug.name}: the find-text occurs ${times} times in ${file}, expected once`]
  })

const textOf = (file: string): string => readFileSync(join(sources, file), 'utf8')
