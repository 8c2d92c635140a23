// The operator API of holds on the account of an instrument.
import Type from 'typebox'
import type { ActDeps } from '../acts/act.ts'
import { actsOn } from '../acts/acts-on.ts'
import { closed } from '../acts/closed.ts'
import { refused, refusedAsClosed } from '../acts/refused.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { changedSchema } from '../../platform/http/changed.ts'
import { dataOf, pathId } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { lockEnterprise } from '../organizations/queries.ts'
import { actBody } from '../operators/guard.ts'
import { fingerprintOf } from './fingerprint.ts'
import { placeHold, releaseHold } from './hold-account.ts'
import { selectInstrumentById, selectIsHeld, type OwnedInstrument } from './hold-queries.ts'
import { seenInstrument } from './seen-instrument.ts'
import { instrumentOf } from './view.ts'

const acts = [
  {
    name: 'instrument.hold',
    verb: 'hold',
    operationId: 'holdInstrument',
    summary: 'Hold the account of an instrument',
    description:
      'Holds every instrument of the same account in the enterprise, also those that are created later.',
    refusal: closed('already_on_hold', 'is already on hold'),
  },
  {
    name: 'instrument.release',
    verb: 'release',
    operationId: 'releaseInstrument',
    summary: 'Release the account of an instrument',
    description:
      'Ends the hold of the account, or releases a new instrument for the first time. Other instruments of the account that were never released go on waiting.',
    refusal: closed('not_on_hold', 'is not on hold'),
  },
] as const

type HoldDeps = ActDeps & { config: Config }

export function instrumentHoldEndpoints(api: Api, deps: HoldDeps): void {
  const { clock, config } = deps
  const { add } = actsOn(api, deps, {
    kind: 'epi',
    params: Type.Object({ instrument_id: pathId('epi', 'The instrument.') }),
    async find(operator, { instrument_id }) {
      const row = await seenInstrument(deps, operator, instrument_id)
      return row && { row, isHeld: await isHeld(deps, row) }
    },
    about: ({ row, isHeld: was }) => ({
      chain: row.enterprise_id,
      subject: publicId('epi', row.id),
      version: versionOf(row, was),
      amounts: [],
    }),
  })
  for (const { verb, refusal, ...texts } of acts)
    add({
      ...texts,
      path: `/instruments/:instrument_id/${verb}`,
      tags: ['Holds'],
      body: actBody,
      answer: dataOf(changedSchema, 'What changed.'),
      // A hold that exists already may still lack an instrument of the account.
      closed: ({ row, isHeld: was }) => {
        const waits = row.status === 'COMPLIANCE_HOLD'
        const isNothing = verb === 'hold' ? was && row.status !== 'ACTIVE' : !was && !waits
        return isNothing ? refusal : null
      },
      async carryOut({ row, isHeld: was }, _body, execution) {
        const id = publicId('epi', row.id)
        const changed = await execution.commit(versionOf(row, was), async (db) => {
          await lockEnterprise(db, row.enterprise_id)
          const present = await selectInstrumentById(db, row.id)
          const isAsSeen =
            present?.version === row.version && (await isHeld({ db, config }, row)) === was
          if (!isAsSeen) throw refused(`${id} has changed: read it again`)
          const at = clock.now()
          const { isChanged, instruments } =
            verb === 'hold'
              ? await placeHold(db, config.secrets, row, at)
              : await releaseHold(db, config, row, at)
          if (!isChanged) return undefined
          // The status of an archived or not yet released instrument does not change with the hold of its account.
          const ids = instruments.map((one) => publicId('epi', one.id))
          const result = ids.length === 0 ? [id] : ids
          return { result, detail: { after: { changed: result } } }
        })
        if (changed === undefined) throw refusedAsClosed(id, refusal)
        return { changed }
      },
    })
}

const isHeld = ({ db, config }: Pick<HoldDeps, 'config'> & { db: Db }, row: OwnedInstrument) => {
  const { method, details } = instrumentOf(config.secrets, row)
  const fingerprint = fingerprintOf(config.secrets, method, details)
  return selectIsHeld(db, { enterpriseId: row.enterprise_id, fingerprint })
}

const versionOf = ({ version }: OwnedInstrument, isHeldNow: boolean): string =>
  `${version}, account ${isHeldNow ? 'on hold' : 'not on hold'}`
