// The section `signers`: the outflow caps of keys that rails pay with. No message repeats the text of a key that no rail
// has: it may be a private key itself.
import Type, { type Static } from 'typebox'
import type { Db } from '../../../platform/db/pool.ts'
import { signerName, type OutflowCap } from '../../../outside/rails/outflow-caps.ts'
import { selectRails } from '../../../outside/rails/queries.ts'
import type { Applying } from '../applying.ts'
import { applyCaps, capKeys, judgeCaps, writeCaps } from '../caps.ts'
import { exact, type Place } from '../judging.ts'
import { listSection } from '../section.ts'

const schema = exact({
  /** The reference of a key, as in the setting `payer` of rails. */
  key: Type.String({ minLength: 1, maxLength: 500 }),
  ...capKeys,
})
type Entry = { place: Place; key: string; caps: readonly OutflowCap[] }

export const signers = listSection({
  key: 'signers',
  stage: 'limits',
  entry: schema,
  id: 'key',
  check: (place, one) => ({
    place,
    key: one.key,
    caps: judgeCaps(place, one, signerName(one.key), () => undefined),
  }),
  shownAs: () => 'the key',
  apply,
  write: ({ db }) => write(db),
})

const payersOf = async (db: Db): Promise<Set<unknown>> =>
  new Set((await selectRails(db)).map(({ settings }) => settings['payer']))

async function apply(
  { db, changes, problems }: Applying,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return
  const payers = await payersOf(db)
  for (const { place, key, caps } of entries) {
    if (!payers.has(key)) {
      const known = [...payers].filter((one) => typeof one === 'string').join(', ') || 'none'
      const reason = `no rail has this key as its setting \`payer\`; keys of rails: ${known}`
      problems.push({ path: place.at('key').path, reason })
      continue
    }
    const details = await applyCaps(db, signerName(key), caps)
    if (details.length > 0) changes.push({ verb: 'change', what: `signer ${key}`, details })
  }
}

async function write(db: Db): Promise<Static<typeof schema>[]> {
  const written = []
  for (const key of await payersOf(db))
    if (typeof key === 'string') written.push({ key, ...(await writeCaps(db, signerName(key))) })
  return written
}
