// The screener of kind `list`: looks a party up in the entries of a list file. `corridor apply` reads the file and stores
// its entries in the database, so every process has the list of the same version.
import type { KeyObject } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { exact } from '../../platform/http/schemas.ts'
import { ENTRY_BYTES, lineOf, partOf } from './list-file.ts'
import { digestOf, normalized, screeningKey, type ValueKind } from './normalize.ts'
import type { Question, ScreenerKind, ScreenerWorld, Verdict } from '../../outside/screener-port.ts'
import { selectScreeningParts } from './list-queries.ts'
import { problemOfForm } from '../../platform/settings-form.ts'
import { values } from '../../platform/values.ts'

const schema = exact({
  file: Type.String({ minLength: 1, maxLength: 1000 }),
  /** The answer for a listed party. */
  listed: Type.Optional(Type.Enum(['hold', 'reject'])),
  /** The answer for a deposit whose sender the rail does not tell. */
  unknown_sender: Type.Optional(Type.Enum(['hold', 'clear'])),
})

type Settings = Static<typeof schema>

export const listScreenerKind: ScreenerKind = {
  settingsProblem: (settings) => problemOfForm(schema, settings, 'a list'),
  listFile: (settings) => values().Parse(schema, settings).file,
  async open(name, settings, { db, secrets }) {
    const parsed = values().Parse(schema, settings)
    const find = finder({ db, secrets }, name)
    return {
      name,
      async ask(question) {
        const isUnknown = question.accounts.length + question.names.length === 0
        if (isUnknown) return unknownVerdict(parsed)
        const line = await find(question)
        if (line === undefined) return { answer: 'clear' }
        return { answer: parsed.listed ?? 'hold', reason: `listed in line ${line}` }
      },
    }
  },
}

/** Looks a party up in the stored list of a screener. Returns the line of the entry; undefined if it is not listed. */
export function finder(
  { db, secrets }: Pick<ScreenerWorld, 'db' | 'secrets'>,
  name: string,
): (question: Question) => Promise<number | undefined> {
  const key = screeningKey(secrets)
  return (question) =>
    lineIn(digestsOf(key, question), (parts) => selectScreeningParts(db, name, parts))
}

const unknownVerdict = ({ unknown_sender }: Settings): Verdict =>
  unknown_sender === 'clear' ? { answer: 'clear' } : { answer: 'hold', reason: 'unknown sender' }

function digestsOf(key: KeyObject, { accounts, names, documents }: Question): Buffer[] {
  const of = (kind: ValueKind, texts: readonly string[]) =>
    texts.flatMap((text) => {
      const form = normalized(kind, text)
      return form === undefined ? [] : [digestOf(key, kind, form)]
    })
  return [...of('address', accounts), ...of('name', names), ...of('document', documents)]
}

async function lineIn(
  digests: readonly Buffer[],
  select: (parts: readonly number[]) => Promise<{ part: number; entries: Buffer }[]>,
): Promise<number | undefined> {
  const found = new Map(
    (await select(digests.map(partOf))).map(({ part, entries }) => [part, entries]),
  )
  for (const digest of digests) {
    const entries = found.get(partOf(digest))
    // Every part of a list is stored, the empty ones too.
    if (entries === undefined || entries.length % ENTRY_BYTES !== 0)
      throw new Error('the stored list is not complete: apply the operator file again')
    const line = lineOf(entries, digest)
    if (line !== undefined) return line
  }
  return undefined
}
