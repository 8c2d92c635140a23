// Compliance and admins read the sealed details of an instrument, with a reason. The audit trail has each read before it is
// answered.
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { newProgram, openDesk, type Person } from '../support/desk.ts'

type Program = Pick<Person, 'act'>
type Instrument = { id: string; details: Record<string, string> }

const desk = await forFile(openDesk())
const { corridor } = desk
const others = desk.others
const compliance = await newProgram(corridor, 'compliance', [desk.own])
const path = `${corridor.organization}/external_payment_instruments`
const [first] = (await corridor.get<Instrument[]>(path)).data
if (first === undefined) throw new Error('the demo organization has no instrument')
const instrument = first

const details = (who: Program, body: unknown, id = instrument.id) =>
  who.act<Instrument>('POST', `/instruments/${id}/details`, body)
const entries = async () =>
  await corridor.sql<Record<string, string>>`select actor, reason, subject, detail
      from audit_entries where act = 'instrument.details_read' order by number`

test('whoever has the right reads the details, and the trail has who and why', async () => {
  const read = await details(compliance, { reason: 'The bank asks for the holder.' })
  expect(read.status).toBe(200)
  expect(read.data).toEqual(instrument)
  expect(read.headers.get('cache-control')).toBe('no-store')
  const [entry] = await entries()
  expect(entry).toMatchObject({ reason: 'The bank asks for the holder.', subject: instrument.id })
  expect(entry?.actor).toMatch(/^key:compliance/)
  for (const value of Object.values(instrument.details))
    if (value.length > 3) expect(JSON.stringify(entry)).not.toContain(value)
})

test('without a reason, a right or an enterprise nothing is read', async () => {
  const before = await entries()
  expect((await details(compliance, {})).status).toBe(400)
  expect((await details(compliance, { reason: ' ' })).status).toBe(400)
  for (const role of ['viewer', 'operator', 'treasurer'] as const) {
    const refused = await details(await newProgram(corridor, role), { reason: 'a test' })
    expect(refused.problem.code).toBe('right_missing')
  }
  const outsider = await newProgram(corridor, 'admin', others)
  expect((await details(outsider, { reason: 'a test' })).status).toBe(404)
  expect((await details(compliance, { reason: 'a test' }, 'epi_nonsense')).status).toBe(404)
  expect(await entries()).toEqual(before)
})

test('a read that the trail cannot take is not answered', async () => {
  const { owner } = corridor.database
  await owner.query(
    `create function refuse_entries() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`,
  )
  await owner.query(
    'create trigger refuse before insert on audit_entries for each row execute function refuse_entries()',
  )
  try {
    const read = await details(compliance, { reason: 'a test' })
    expect(read.status).toBe(500)
    expect(read.text).not.toContain(Object.values(instrument.details)[0])
  } finally {
    await owner.query('drop trigger refuse on audit_entries')
    await owner.query('drop function refuse_entries')
  }
})
