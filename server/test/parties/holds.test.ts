// A hold covers an account: all its instruments in the enterprise, including later ones.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import { inTransaction } from '../../src/platform/db/pool.ts'
import { publicId, uuidOf } from '../../src/platform/ids.ts'
import { createFingerprintFiller } from '../../src/parties/instruments/fill-fingerprints.ts'
import { fingerprintOf } from '../../src/parties/instruments/fingerprint.ts'
import { placeHold, releaseHold } from '../../src/parties/instruments/hold-account.ts'
import {
  selectHeldInstruments,
  selectInstrumentById,
} from '../../src/parties/instruments/hold-queries.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { run, stopAll } from '../support/command.ts'
import { testService, type TestService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

const secrets = newSecrets()
const folder = mkdtempSync(join(tmpdir(), 'corridor-holds-'))
let corridor: TestService
let organizations: OrganizationJson[]
beforeAll(async () => {
  corridor = await testService({ worker: false, env: { CORRIDOR_SECRETS: secrets } })
  organizations = await corridor.organizations()
})
afterAll(async () => {
  await corridor.close()
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
})

type Made = { organization?: OrganizationJson | undefined; key?: string; alias?: string }

async function wallet(address: string, made: Made & { chain?: string } = {}) {
  const organization = made.organization ?? organizations[0]
  const { data } = await corridor.post<InstrumentJson>(
    `/v1/organizations/${organization?.id}/external_payment_instruments`,
    {
      alias: made.alias ?? 'wallet',
      currency: 'USDC',
      method: 'EVM_ADDRESS',
      details: { address, chain: made.chain ?? 'base' },
    },
    made.key === undefined ? {} : { key: made.key },
  )
  return data
}

/** Makes addresses that no other test uses. */
let used = 0x1000
const newAddress = () => `0x${(used++).toString(16).padStart(40, '0')}`

async function instrumentRow(instrument: InstrumentJson) {
  const row = await selectInstrumentById(corridor.deps.db, requireUuid('epi', instrument.id))
  if (row === undefined) throw new Error(`${instrument.id} does not exist`)
  return row
}

async function hold(instrument: InstrumentJson): Promise<string[]> {
  const { db, config, clock } = corridor.deps
  const row = await instrumentRow(instrument)
  const { instruments } = await inTransaction(db, (transaction) =>
    placeHold(transaction, config.secrets, row, clock.now()),
  )
  return instruments.map(({ id }) => publicId('epi', id)).toSorted()
}

async function release(instrument: InstrumentJson, autoRelease = true): Promise<string[]> {
  const { db, config, clock } = corridor.deps
  const row = await instrumentRow(instrument)
  const { instruments } = await inTransaction(db, (transaction) =>
    releaseHold(transaction, { ...config, autoRelease }, row, clock.now()),
  )
  return instruments.map(({ id }) => publicId('epi', id)).toSorted()
}

const statusOf = async (instrument: InstrumentJson): Promise<string> =>
  (await instrumentRow(instrument)).status

const corridorCommand = (...args: string[]) =>
  run(args, {
    DATABASE_URL: corridor.database.url,
    CORRIDOR_SECRETS: secrets,
    CORRIDOR_DATA_DIR: folder,
  })

test('a hold covers every instrument of the account in the enterprise, and no other', async () => {
  const key = (await corridor.newKey({ enterprise: 'Other Enterprise' })).key
  const [foreign] = (await corridor.get<OrganizationJson[]>('/v1/organizations', { key })).data
  const lower = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'
  const one = await wallet(lower)
  const checksummed = await wallet('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', {
    alias: 'another name',
    chain: 'polygon',
    organization: organizations[1],
  })
  const unlike = await wallet(newAddress())
  const elsewhere = await wallet(lower, { organization: foreign, key })

  expect(await hold(one)).toEqual([one.id, checksummed.id].toSorted())
  expect(await Promise.all([one, checksummed, unlike, elsewhere].map(statusOf))).toEqual([
    'COMPLIANCE_HOLD',
    'COMPLIANCE_HOLD',
    'ACTIVE',
    'ACTIVE',
  ])
  const rows = await corridor.sql`select data ->> 'external_payment_instrument_id' as id from events
      where type = 'instrument.status_changed' and data ->> 'status' = 'COMPLIANCE_HOLD'
        and data ->> 'external_payment_instrument_id' = any (${[one.id, checksummed.id]})`
  expect(rows.length, 'two holds of two instruments').toBe(4)
  const held = (await selectHeldInstruments(corridor.deps.db)).find(
    ({ id }) => publicId('epi', id) === one.id,
  )
  expect(held).toMatchObject({ is_account_held: true, elsewhere: [uuidOf('epi', elsewhere.id)] })

  expect(await hold(one), 'a repeated hold changes nothing').toEqual([])
  expect(await release(checksummed)).toEqual([one.id, checksummed.id].toSorted())
  expect(await statusOf(one)).toBe('ACTIVE')
})

test('a new instrument of a held account starts on hold, even when the held one is archived', async () => {
  const at = newAddress()
  const one = await wallet(at)
  await hold(one)
  const second = await wallet(at, { alias: 'second' })
  expect(second.status.status_history.map(({ status }) => status)).toEqual(['COMPLIANCE_HOLD'])
  for (const { id } of [one, second]) {
    await corridor.call('DELETE', `${corridor.organization}/external_payment_instruments/${id}`)
  }
  const third = await wallet(at, { alias: 'third', organization: organizations[1] })
  expect(third.status.current_status).toBe('COMPLIANCE_HOLD')
  expect(await release(one), 'releasing an archived instrument releases its account').toEqual([
    third.id,
  ])
  expect((await wallet(at, { alias: 'fourth' })).status.current_status).toBe('ACTIVE')
})

test('every instrument created while a hold is placed is held', async () => {
  for (let round = 0; round < 5; round++) {
    const at = newAddress()
    const first = await wallet(at)
    const [made] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => wallet(at, { alias: 'at once' }))),
      hold(first),
    ])
    for (const instrument of made) expect(await statusOf(instrument)).toBe('COMPLIANCE_HOLD')
  }
})

test("an instrument that awaits its first release holds no other, and no other's release releases it", async () => {
  const at = newAddress()
  const released = await wallet(at)
  const waiting = await wallet(at, { alias: 'waits' })
  await corridor.sql`alter table external_payment_instruments disable trigger all`
  await corridor.database.owner.query(
    `update external_payment_instruments set status = 'COMPLIANCE_HOLD', first_version = 1,
       status_history = jsonb_build_array(status_history -> 0) where id = $1`,
    [uuidOf('epi', waiting.id)],
  )
  await corridor.sql`alter table external_payment_instruments enable trigger all`
  expect((await wallet(at, { alias: 'third' })).status.current_status).toBe('ACTIVE')
  await hold(released)
  expect(await release(released, false)).not.toContain(waiting.id)
  expect(await statusOf(waiting)).toBe('COMPLIANCE_HOLD')
  expect(await release(waiting, false)).toEqual([waiting.id])
})

test('instruments without a fingerprint get one, and an existing hold spreads to the same account', async () => {
  const at = newAddress()
  const [held, other, later] = [await wallet(at), await wallet(at), await wallet(newAddress())]
  const { owner } = corridor.database
  const ids = [held, other, later].map(({ id }) => uuidOf('epi', id))
  await owner.query(
    `update external_payment_instruments set fingerprint = null where id = any ($1)`,
    [ids],
  )
  await owner.query(
    `update external_payment_instruments set status = 'COMPLIANCE_HOLD', updated_at = now() + interval '1 year',
       status_history = status_history || jsonb_build_array(jsonb_build_object('status', 'COMPLIANCE_HOLD',
         'created_at', '2099-01-01T00:00:00.000Z')) where id = $1`,
    [ids[0]],
  )
  await Promise.all(
    [createFingerprintFiller(), createFingerprintFiller()].map(async (fill) => {
      while ((await fill(corridor.deps)) > 0);
    }),
  )
  const { rows } = await owner.query(
    'select count(*)::int as missing from external_payment_instruments where fingerprint is null',
  )
  expect(rows[0].missing).toBe(0)
  expect(await Promise.all([held, other, later].map(statusOf))).toEqual([
    'COMPLIANCE_HOLD',
    'COMPLIANCE_HOLD',
    'ACTIVE',
  ])
})

describe('an operator file', () => {
  const apply = (entries: string) => {
    const path = join(folder, 'file.yaml')
    writeFileSync(
      path,
      `enterprises:\n  - name: Demo Enterprise\n    organizations:\n      - id: ${organizations[0]?.id}\n        instruments:\n${entries}`,
    )
    const { deps } = corridor
    return applyFile(deps.db, { ...deps.config, at: deps.clock.now() }, readOperatorFile(path))
  }
  const entry = (instrument: InstrumentJson, status: string) =>
    `          - { id: ${instrument.id}, status: ${status} }\n`

  test('holds and releases the whole account, and changes nothing the second time', async () => {
    const at = newAddress()
    const [one, two] = [await wallet(at), await wallet(at, { alias: 'two' })]
    const { changes } = await apply(entry(one, 'COMPLIANCE_HOLD'))
    expect(changes[0]?.details).toEqual([
      expect.stringContaining('COMPLIANCE_HOLD'),
      'with 1 more of the same account',
    ])
    expect(await statusOf(two)).toBe('COMPLIANCE_HOLD')
    expect((await apply(entry(one, 'COMPLIANCE_HOLD'))).changes).toEqual([])
    await apply(entry(two, 'ACTIVE'))
    expect(await statusOf(one)).toBe('ACTIVE')
  })

  test('is refused if it wants one account both held and active', async () => {
    const at = newAddress()
    const [one, two] = [await wallet(at), await wallet(at, { alias: 'two' })]
    await expect(apply(entry(one, 'ACTIVE') + entry(two, 'COMPLIANCE_HOLD'))).rejects.toThrow(
      'two cannot be COMPLIANCE_HOLD: the file sets another instrument of the same account to ACTIVE',
    )
    expect(await statusOf(two)).toBe('ACTIVE')
  })

  test('changes nothing if an open order needs an instrument that the file archives', async () => {
    const order = await corridor.order()
    const instrument = order.payin.external_payment_instrument
    const other = await wallet(newAddress())
    await expect(apply(entry(other, 'ARCHIVED') + entry(instrument, 'ARCHIVED'))).rejects.toThrow(
      `cannot be archived: 1 open orders and 0 open refunds need it, one of order ${order.id}`,
    )
    expect(await statusOf(other)).toBe('ACTIVE')
    expect((await apply(entry(other, 'ARCHIVED'))).changes[0]?.details).toEqual([
      expect.stringContaining('ARCHIVED'),
    ])
    expect(await statusOf(other)).toBe('ARCHIVED')
  })
})

test("commands list, place and release holds, and the trail has the operator's reason", async () => {
  const at = newAddress()
  const [one, two] = [await wallet(at), await wallet(at, { alias: 'two' })]
  const organization = organizations[1]?.id ?? ''
  expect((await corridorCommand('holds', 'place', one.id)).stderr).toContain('--reason')
  const placed = await corridorCommand('holds', 'place', one.id, '--reason', 'case 4711')
  expect(placed.stdout.split('\n')).toEqual(expect.arrayContaining([one.id, two.id, 'on hold: 2']))
  expect((await corridorCommand('audit', 'list', '--subject', one.id)).stdout).toMatch(
    /direct:\w+ +instrument.hold +\S+ +case 4711/,
  )
  await corridorCommand('holds', 'place', organization, '--reason', 'case 4712')
  const { stdout } = await corridorCommand('holds', 'list')
  expect(stdout).toMatch(new RegExp(`^${organization} .* COMPLIANCE_HOLD +\\d{4}-`, 'm'))
  expect(stdout).toMatch(new RegExp(`^${two.id} .* EVM_ADDRESS +COMPLIANCE_HOLD .* yes$`, 'm'))
  expect(stdout, 'the list shows no account details').not.toContain(at)
  for (const id of [two.id, organization])
    expect((await corridorCommand('holds', 'release', id, '--reason', 'closed')).status).toBe(0)
  expect(await statusOf(one)).toBe('ACTIVE')
  expect((await corridorCommand('holds', 'release', one.id, '--reason', 'x')).stderr).toContain(
    'is not on hold',
  )
  expect((await corridorCommand('holds', 'place', 'epi_x', '--reason', 'x')).stderr).toContain(
    'there is no enterprise, organization or instrument epi_x',
  )
})

describe('the fingerprint of an account', () => {
  const of = (...args: [Parameters<typeof fingerprintOf>[1], Record<string, string>]) =>
    fingerprintOf(corridor.deps.config.secrets, ...args).toString('hex')
  const cop = { bank_code: '007', bank_account_number: '0481234', doc_id: '1' }

  test('is equal for every spelling of the same details and for every holder', () => {
    expect(of('COP_BANK_ACCOUNT', cop)).toBe(
      of('COP_BANK_ACCOUNT', { bank_code: '7', bank_account_number: '481234', doc_id: '2' }),
    )
    expect(of('NGN_BANK_ACCOUNT', { bank_account_number: '0000014579', bank_name: 'GTB' })).toBe(
      of('NGN_BANK_ACCOUNT', { bank_account_number: '0000014579', bank_name: 'GT Bank' }),
    )
    expect(of('IBAN', { iban: 'DE89370400440532013000' })).toBe(
      of('IBAN', { iban: 'de89 3704 0044 0532 0130 00' }),
    )
  })

  test('differs by account, by bank of a Colombian account, by method and by deployment', () => {
    const all = [
      of('COP_BANK_ACCOUNT', cop),
      of('COP_BANK_ACCOUNT', { ...cop, bank_code: '8' }),
      of('COP_BANK_ACCOUNT', { ...cop, bank_account_number: '481235' }),
      of('SOLANA_ADDRESS', { address: 'abc' }),
      of('SOLANA_ADDRESS', { address: 'abC' }),
      of('MXN_CLABE', { clabe: '1' }),
      of('IBAN', { iban: '1' }),
      fingerprintOf({ ...corridor.deps.config.secrets, depositSeed: Buffer.alloc(32) }, 'IBAN', {
        iban: '1',
      }).toString('hex'),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})
