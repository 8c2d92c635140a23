// The audit trail: acts and their entries are one transaction, and no edit of the trail stays unnoticed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyAudit, type Verified } from '../../src/parties/audit/verify.ts'
import { createHeadNoter } from '../../src/parties/audit/note-heads.ts'
import { selectAuditHeads } from '../../src/parties/audit/queries.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { NO_ID } from '../../src/platform/ids.ts'
import { inTransaction } from '../../src/platform/db/pool.ts'
import { insertAudit } from '../../src/parties/audit/queries.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { verifyApprovals } from '../../src/desk/operator-file/verify-approvals.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { verifyRights } from '../../src/parties/operators/verify-rights.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, standingClock } from '../support/desk.ts'
import { testService } from '../support/service.ts'

type EntryJson = {
  enterprise_id: string | null
  number: string
  actor: string
  act: string
  subject: string
  reason: string
  detail: Record<string, unknown>
}

const clock = standingClock()

const corridor = await forFile(testService({ clock }))
const admin = await newPerson({ corridor, clock }, 'admin', 'admin')

const trail = async (query = ''): Promise<EntryJson[]> =>
  (await admin.act<EntryJson[]>('GET', `/audit${query}`)).data
const verified = (): Promise<Verified> => verifyAudit(corridor.deps.db, [])
const note = (act: string, detail = {}) =>
  insertAudit(corridor.deps.db, {
    chain: NO_ID,
    at: clock.realNow(),
    actor: 'command',
    act,
    subject: '',
    reason: 'for a test',
    detail,
  })

describe('the trail', () => {
  test('has who did what to whom, why, and what it changed', async () => {
    await admin.act('POST', '/users', { login: 'ana', role: 'viewer', reason: 'joins the desk' })
    await admin.act('PATCH', '/users/ana', { role: 'operator', reason: 'trained' })
    const [changed, created] = await trail('?subject=ana')
    expect(created).toMatchObject({
      enterprise_id: null,
      actor: 'user:admin',
      act: 'user.created',
      reason: 'joins the desk',
      detail: { after: { role: 'viewer' } },
    })
    expect(changed).toMatchObject({
      act: 'user.changed',
      detail: { before: { role: 'viewer' }, after: { role: 'operator' } },
    })
  })

  test('can be read for some days', async () => {
    await note('test.days')
    const noted = new Date(clock.realNow()).toISOString()
    const from = (ms: number) => new Date(clock.realNow() + ms).toISOString()
    const within = `?act=test.days&created_after=${from(-1)}&created_before=${from(1)}`
    expect((await trail(within)).map(({ act }) => act)).toEqual(['test.days'])
    expect(await trail(`?act=test.days&created_after=${noted}`)).toEqual([])
    expect(await trail(`?act=test.days&created_before=${noted}`)).toEqual([])
    const { problem } = await admin.act('GET', '/audit?created_after=yesterday')
    expect(problem.detail).toContain('created_after')
  })

  test('has refusals, and every sign-in', async () => {
    const ben = await newPerson({ corridor, clock }, 'ben', 'viewer')
    expect((await ben.act('GET', '/users')).status).toBe(403)
    expect((await trail('?actor=user:ben')).map(({ act }) => act)).toEqual([
      'refused',
      'user.enrolled',
    ])
  })

  test('comes in pages that do not overlap', async () => {
    for (let at = 0; at < 5; at += 1) await note(`page-${at}`)
    const first = await admin.act<EntryJson[]>('GET', '/audit?limit=3')
    const next = new URL(/<(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '')
    const second = await admin.act<EntryJson[]>('GET', `/audit${next.search}`)
    expect([...first.data, ...second.data].map(({ act }) => act).slice(0, 5)).toEqual(
      [4, 3, 2, 1, 0].map((at) => `page-${at}`),
    )
  })

  test('has no entry of an act that was rolled back', async () => {
    const before = await verified()
    await expect(
      inTransaction(corridor.deps.db, async (db) => {
        await insertAudit(db, {
          chain: NO_ID,
          at: clock.realNow(),
          actor: 'command',
          act: 'undone',
          subject: '',
          reason: '',
          detail: {},
        })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect((await verified()).entries).toBe(before.entries)
  })

  test('has all entries in one order when many are written at once', async () => {
    const before = (await verified()).entries
    await Promise.all(Array.from({ length: 50 }, (_, at) => note(`at-once-${at}`)))
    const after = await verified()
    expect(after).toMatchObject({ faults: [], entries: before + 50n })
  })

  test('is verified while others append to it', async () => {
    let isDone = false
    const appending = (async () => {
      while (!isDone) await note('appended.meanwhile')
    })()
    try {
      for (let times = 0; times < 20; times++) expect((await verified()).faults).toEqual([])
    } finally {
      isDone = true
      await appending
    }
  })

  test('is verified over many pages, and a fault is found on any', async () => {
    const count = 1700
    await corridor.sql`select append_audit(${NO_ID}, now(), 'command', 'many', '', '', '{}')
        from generate_series(1, ${count})`
    const { entries, faults } = await verified()
    expect(faults).toEqual([])
    expect(entries).toBeGreaterThanOrEqual(BigInt(count))
  })

  test('tells the rights of each user and key, and what was changed without it is found', async () => {
    const { db } = corridor.deps
    await admin.act('POST', '/users', { login: 'vera', role: 'viewer', reason: 'joins the desk' })
    const made = await admin.act<{ operator_key: { id: string } }>('POST', '/keys', {
      label: 'reads',
      role: 'viewer',
      reason: 'a report',
    })
    expect(await verifyRights(db)).toEqual([])
    const { owner } = corridor.database
    // The role of the service may do this, and no trigger stands in its way.
    await db.query(`update users set role = 'admin' where login = 'vera'`)
    await owner.query(`update operator_keys set role = 'admin' where label = 'reads'`)
    await db.query(
      `insert into users (id, login, role, enrolment_hash, enrolment_expires_at, created_at)
       values (gen_random_uuid(), 'mallory', 'admin', 'hash', now(), now())`,
    )
    const found = await verifyRights(db)
    expect(found).toHaveLength(3)
    for (const text of [
      /^user vera is {"role":"admin".*the trail says {.*"role":"viewer"/,
      new RegExp(`^key ${made.data.operator_key.id} is {"role":"admin"`),
      /^user mallory is in no entry of the trail$/,
    ])
      expect(found).toContainEqual(expect.stringMatching(text))
    await owner.query(`update users set role = 'viewer' where login in ('vera', 'mallory')`)
    await owner.query(`update operator_keys set role = 'viewer' where label = 'reads'`)
  })

  test('tells the rules of approval, and what was changed without it is found', async () => {
    const { db, config } = corridor.deps
    const file = join(config.dataDir, 'rules.yaml')
    const apply = async (text: string) => {
      writeFileSync(file, text)
      await applyFile(db, { ...config, at: corridor.clock.now() }, readOperatorFile(file))
      return verifyApprovals(db)
    }
    expect(await verifyApprovals(db)).toBeUndefined()
    const rule = `{ act: stray.return, roles: [treasurer] }`
    expect(await apply(`approvals: [${rule}, { act: deposit.book, roles: [operator] }]`)).toBe(
      undefined,
    )
    expect(await apply(`approvals: [${rule}]`)).toBeUndefined()
    // The role of the service may do this.
    await updateApprovalRules(db, [])
    expect(await verifyApprovals(db)).toBe(
      'the rules of approval are none, and the trail says stray.return by treasurer',
    )
    expect(await apply(`approvals: []`)).toContain('the trail says')
    await apply(`approvals: [${rule}]`)
    expect(await apply('approvals: []')).toBeUndefined()
  })

  test('cannot be written by the service itself', async () => {
    for (const sql of [
      `update audit_entries set reason = 'another'`,
      'delete from audit_entries',
      `update audit_heads set number = 0`,
      `insert into audit_heads values (gen_random_uuid(), 1, '\\x00')`,
    ])
      await expect(corridor.deps.db.query(sql), sql).rejects.toThrow('permission denied')
  })
})

describe('a verification', () => {
  beforeEach(async () => {
    for (let at = 0; at < 3; at += 1) await note(`entry-${at}`, { at })
    expect((await verified()).faults).toEqual([])
  })

  /** What the verification says while an owner of the database has changed the trail; undone afterwards. */
  async function after(...edits: string[]): Promise<readonly string[]> {
    const [known] = (await selectAuditHeads(corridor.deps.db)).filter(
      ({ chain }) => chain === NO_ID,
    )
    const client = await corridor.database.owner.connect()
    try {
      await client.query('begin')
      for (const edit of edits) await client.query(edit)
      return (await verifyAudit(client, known === undefined ? [] : [known])).faults
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const LAST = '(select max(number) from audit_entries where chain = e.chain)'
  const CHAIN = `e.chain = '${NO_ID}'`

  test.each([
    "at = at + interval '1 ms'",
    `actor = 'user:other'`,
    `act = 'other'`,
    `subject = 'other'`,
    `reason = 'other'`,
    `detail = '{}'`,
  ])('finds an edit: %s', async (edit) => {
    expect(
      await after(`update audit_entries e set ${edit} where ${CHAIN} and number = ${LAST} - 1`),
    ).toEqual([expect.stringMatching(/^deployment: entry \d+ was changed$/)])
  })

  test('finds that the whole chain of an enterprise was removed, with a head of the deployment', async () => {
    const [enterprise] = await selectEnterprises(corridor.deps.db)
    if (enterprise === undefined) throw new Error('the demo world has no enterprise')
    await insertAudit(corridor.deps.db, {
      chain: enterprise.id,
      at: clock.realNow(),
      actor: 'command',
      act: 'removed-later',
      subject: '',
      reason: '',
      detail: {},
    })
    await createHeadNoter()(corridor.deps)
    const remove = ['audit_entries', 'audit_heads'].map(
      (table) => `delete from ${table} where chain = '${enterprise.id}'`,
    )
    expect(await after(...remove)).toEqual([
      expect.stringMatching(/^ent_\w+: entry \d+ was logged as a head, but the chain ends/),
    ])
    expect((await verified()).faults).toEqual([])
  })

  test('finds a gap', async () => {
    expect(
      await after(`delete from audit_entries e where ${CHAIN} and number = ${LAST} - 1`),
    ).toEqual([expect.stringMatching(/^deployment: entry \d+ is missing/)])
  })

  test('finds two entries that changed places', async () => {
    expect(
      await after(
        `update audit_entries e set number = -number where ${CHAIN} and number >= ${LAST} - 1`.replace(
          '-number',
          'number + 1000',
        ),
        `update audit_entries e set number = 2 * ${LAST} - 1000 - 1 - number where ${CHAIN} and number > 1000`,
      ),
    ).toEqual([expect.stringMatching(/^deployment: entry \d+/)])
  })

  test('finds an end that was cut off, with and without its head', async () => {
    const cut = `delete from audit_entries e where ${CHAIN} and number = ${LAST}`
    expect(await after(cut)).toHaveLength(1)
    const head = `update audit_heads e set (number, hash) = (select number, hash from audit_entries a
      where a.chain = e.chain order by number desc limit 1) where ${CHAIN}`
    expect(await after(cut, head)).toEqual([
      expect.stringMatching(/^deployment: entry \d+ was logged as a head/),
    ])
  })

  test('finds a trail that its owner wrote anew, by the head that was logged', async () => {
    const again = `select append_audit('${NO_ID}', now(), 'command', 'other', '', '', '{}')`
    const count = (await verified()).heads.find(({ chain }) => chain === NO_ID)?.number ?? 0n
    expect(
      await after(
        `delete from audit_entries e where ${CHAIN}`,
        `delete from audit_heads e where ${CHAIN}`,
        ...Array.from({ length: Number.parseInt(String(count), 10) + 1 }, () => again),
      ),
    ).toEqual([expect.stringMatching(/^deployment: entry \d+ differs from its logged head$/)])
  })
})
