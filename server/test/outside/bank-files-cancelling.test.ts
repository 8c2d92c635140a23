// Payments by file that an operator cancels: files that are taken back, requests to the bank, and its answers.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Exchange } from '../../src/outside/rails/bank-files/exchange.ts'
import { folderExchange } from '../../src/outside/rails/bank-files/folder.ts'
import { cancellationId, paymentId } from '../../src/outside/rails/bank-files/identifiers.ts'
import { CANCEL_MESSAGES } from '../../src/outside/rails/bank-files/messages.ts'
import type { Rail } from '../../src/outside/rails/port.ts'
import {
  bankFolders,
  entry,
  KEY,
  payment,
  resolution,
  SCHEMAS,
  statementOf,
  status,
  world,
  type Folders,
  NOBODY,
  bankRail,
  pausedExchange,
} from '../support/bank-files.ts'
import { problemsOf } from '../support/rails.ts'

const ID = paymentId(KEY)
const TAKEN_BACK = { state: 'cancelled', code: 'taken_back' }
const REJECTED = { state: 'rejected', code: 'taken_back' }
const PENDING = { state: 'pending' }

let folders: Folders
beforeEach(() => void (folders = bankFolders()))
afterEach(() => folders.close())

const railOf = (more: Record<string, unknown> = {}, exchange?: Exchange): Rail =>
  bankRail(folders, more, exchange)
const cancel = (prepared: string, rail = railOf()) => rail.cancel?.(KEY, prepared)
const lookUp = (prepared: string, rail = railOf()) => rail.lookUp(KEY, prepared)
/** The bank took the file, and a request to cancel waits in the outbox. */
async function asked(more: Record<string, unknown> = {}): Promise<string> {
  const rail = railOf(more)
  const prepared = await rail.prepare(payment())
  await rail.send(payment(), prepared)
  folders.takeAway()
  expect(await cancel(prepared, rail)).toEqual(PENDING)
  return prepared
}
const debit = (amount = '4186826.72') =>
  entry({
    reference: 'D1',
    amount,
    direction: 'DBIT',
    transactions: [`<Refs><EndToEndId>${ID}</EndToEndId></Refs>`],
  })

describe('a payment that the bank does not have', () => {
  test('is never sent after it was cancelled, by no process and after no restart', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    expect(await cancel(prepared)).toEqual(TAKEN_BACK)
    expect(await cancel(prepared)).toEqual(TAKEN_BACK)
    for (const other of [rail, railOf()]) {
      expect(await lookUp(prepared, other)).toEqual(REJECTED)
      expect(await other.send(payment(), prepared)).toEqual(REJECTED)
      // A restored database prepares it anew under the same key.
      expect(await other.send(payment(), await other.prepare(payment()))).toEqual(REJECTED)
    }
    expect(folders.outbox()).toEqual([])
  })

  test('is taken out of the work folder if a worker ended before it gave the file to the bank', async () => {
    const real = folderExchange(folders.folder)
    const killed = railOf({}, { ...real, move: () => Promise.reject(new Error('killed')) })
    const prepared = await killed.prepare(payment())
    await expect(killed.send(payment(), prepared)).rejects.toThrow('killed')
    expect(await cancel(prepared)).toEqual(TAKEN_BACK)
    expect(await railOf().send(payment(), prepared)).toEqual(REJECTED)
    expect(folders.outbox()).toEqual([])
  })

  test('is taken out of the outbox, which is certain if the bank takes files by a rename', async () => {
    const moving = { outbox_taken_by: 'rename' }
    const rail = railOf(moving)
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    expect(await cancel(prepared, rail)).toEqual(TAKEN_BACK)
    expect(folders.outbox()).toEqual([])
    expect(await lookUp(prepared, railOf(moving))).toEqual(REJECTED)
    // The bank has read it in spite of that.
    folders.receive('1.xml', status(ID, 'ACTC'))
    expect(await lookUp(prepared, railOf(moving))).toEqual(PENDING)
  })

  test.each([
    [
      'its answer',
      () => folders.receive('1.xml', resolution(ID, { status: 'RJCR', reason: 'NOOR' })),
    ],
    ['evidence', () => folders.receive('1.xml', status(ID, 'RJCT', 'NOOR'), 'evidence')],
  ])('and was taken out of an outbox that the bank copies waits for %s', async (_name, tell) => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    expect(await cancel(prepared, rail)).toEqual(PENDING)
    expect(await lookUp(prepared, rail)).toEqual(PENDING)
    expect(folders.outbox()).toEqual([`${ID}.cancel.xml`])
    expect(await problemsOf(rail)).toEqual([expect.stringContaining('1 payments were taken back')])
    tell()
    expect(await cancel(prepared)).toEqual(TAKEN_BACK)
    expect(await lookUp(prepared, rail)).toEqual(REJECTED)
    expect(await problemsOf(rail)).toEqual([])
  })

  test.each([1, 2, 3])(
    'leaves at most once if it is cancelled while a slow worker stands before write %i',
    async (at) => {
      const prepared = await railOf().prepare(payment())
      const slow = pausedExchange(folderExchange(folders.folder), at)
      const first = railOf({}, slow.exchange).send(payment(), prepared)
      await slow.reached
      expect(await cancel(prepared)).toEqual(TAKEN_BACK)
      slow.goOn()
      expect(await first).toEqual(REJECTED)
      expect(folders.outbox()).toEqual([])
    },
  )

  test('is sent or cancelled, never both, by 16 concurrent calls', async () => {
    for (let round = 0; round < 20; round++) {
      const key = `${KEY}${round}`
      const request = payment({ key })
      const moving = { outbox_taken_by: 'rename' }
      const prepared = await railOf().prepare(request)
      const calls = Array.from({ length: 16 }, (_, call) =>
        call % 2 === 0
          ? railOf(moving).send(request, prepared)
          : railOf(moving).cancel?.(key, prepared),
      )
      await Promise.all(calls)
      expect(folders.outbox()).toEqual([])
      expect(await railOf(moving).lookUp(key, prepared)).toEqual(REJECTED)
    }
  })

  test('is listed after a restore only if the bank may have it', async () => {
    const rail = railOf()
    const [never, waiting] = [payment({ key: `${KEY}1` }), payment({ key: `${KEY}2` })]
    for (const { key } of [never, waiting]) {
      const prepared = await rail.prepare(payment({ key }))
      if (key === waiting.key) await rail.send(waiting, prepared)
      await rail.cancel?.(key, prepared)
    }
    async function* keys() {}
    const since = world().clock.now()
    const found = []
    for await (const page of (await rail.sends?.({ since, until: since, keys }))?.pages ?? [])
      found.push(...page.map(({ key }) => key))
    expect(found).toEqual([waiting.key])
  })
})

describe('a payment that the bank has', () => {
  test('is asked for once, under names that follow from its key', async () => {
    const prepared = await asked()
    const [xml] = folders.takeAway()
    expect(xml).toContain(`<Id>${cancellationId(ID)}</Id>`)
    expect(xml).toContain(`<OrgnlEndToEndId>${ID}</OrgnlEndToEndId>`)
    for (const rail of [railOf(), railOf()]) expect(await cancel(prepared, rail)).toEqual(PENDING)
    expect(folders.outbox()).toEqual([])
    expect(await lookUp(prepared)).toEqual(PENDING)
  })

  test.each([
    ['that it is cancelled', { status: 'ACCR' }, { state: 'cancelled', code: 'CANC' }],
    ['that it is cancelled, without details', {}, { state: 'cancelled', code: 'CANC' }],
    ['pending', { status: 'PDCR', whole: 'PDCR' }, PENDING],
    ['cancelled in details and refused in all', { status: 'ACCR', whole: 'RJCR' }, PENDING],
    ['cancelled in all and pending in details', { status: 'PDCR' }, PENDING],
    ['only that it has the request', { whole: 'INFO' }, PENDING],
    [
      'that it refuses',
      { status: 'RJCR', whole: 'RJCR', reason: 'LEGL' },
      { state: 'impossible', reason: 'the bank says LEGL' },
    ],
  ])('and of which it says %s', async (_name, told, answer) => {
    const prepared = await asked()
    folders.receive('1.xml', resolution(ID, told))
    expect(await cancel(prepared)).toEqual(answer)
    const expected = answer.state === 'cancelled' ? { state: 'rejected', code: 'CANC' } : PENDING
    expect(await lookUp(prepared)).toEqual(expected)
  })

  test('is cancelled by the status CANC, and by an answer of an older version', async () => {
    const prepared = await asked()
    folders.receive('1.xml', resolution(ID, { status: 'ACCR' }, '03'))
    expect(await lookUp(prepared)).toEqual({ state: 'rejected', code: 'CANC' })
    rmSync(join(folders.folder.inbox, '1.xml'))
    folders.receive('2.xml', status(ID, 'CANC'))
    expect(await lookUp(prepared)).toEqual({ state: 'rejected', code: 'CANC' })
  })

  test('goes on if the bank cannot read the request', async () => {
    const prepared = await asked()
    const refused = status(cancellationId(ID), 'RJCT')
      .replace('pain.001.001.09', 'camt.055.001.08')
      .replace('</OrgnlMsgNmId>', '</OrgnlMsgNmId><GrpSts>RJCT</GrpSts>')
    folders.receive('1.xml', refused)
    expect(await cancel(prepared)).toEqual({ state: 'impossible', reason: 'the bank says RJCT' })
  })

  test('has not ended if the bank both cancelled and refused', async () => {
    const prepared = await asked()
    folders.receive('1.xml', resolution(ID, { status: 'ACCR' }))
    folders.receive('2.xml', resolution(ID, { status: 'RJCR', whole: 'RJCR', reason: 'CUST' }))
    expect(await cancel(prepared)).toEqual(PENDING)
    expect(await lookUp(prepared)).toEqual(PENDING)
  })

  test('was settled if the bank executed it first, and comes back as one return', async () => {
    const rail = railOf()
    const prepared = await asked()
    folders.receive('1.xml', statementOf([debit()]))
    folders.receive('2.xml', resolution(ID, { status: 'ACCR' }))
    expect(await cancel(prepared)).toEqual({ state: 'too_late' })
    expect(await lookUp(prepared, rail)).toEqual({ state: 'settled', reference: ID })
    expect(await problemsOf(rail)).toEqual([
      expect.stringContaining(`payment ${ID} was cancelled, but the bank has executed it`),
    ])
    const back = entry({
      reference: 'C1',
      amount: '4186826.72',
      transactions: [
        `<Refs><EndToEndId>${ID}</EndToEndId></Refs><RtrInf><Rsn><Cd>FOCR</Cd></Rsn></RtrInf>`,
      ],
    })
    folders.receive('3.xml', statementOf([back]))
    expect((await rail.poll(null, NOBODY)).entries).toMatchObject([
      { kind: 'return', key: KEY, code: 'FOCR' },
    ])
    expect(await lookUp(prepared, rail)).toEqual({ state: 'settled', reference: ID })
    expect(await problemsOf(rail)).toEqual([])
  })

  test('stays cancelled if the bank charges a fee for it that quotes the payment', async () => {
    const rail = railOf()
    const prepared = await asked()
    folders.receive('1.xml', resolution(ID, { status: 'ACCR' }))
    folders.receive('2.xml', statementOf([debit('5.00')]))
    expect(await lookUp(prepared, rail)).toEqual({ state: 'rejected', code: 'CANC' })
    expect(await problemsOf(rail)).toEqual([])
  })

  test('is impossible to cancel if the bank takes no requests', async () => {
    const rail = railOf({ cancel_with: 'none' })
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    folders.takeAway()
    expect(await cancel(prepared, rail)).toMatchObject({ state: 'impossible' })
    expect(folders.outbox()).toEqual([])
  })

  test('can be cancelled although an earlier version gave it to the bank', async () => {
    const rail = railOf()
    const { file, executionDate, createdAt, folder } = JSON.parse(await rail.prepare(payment()))
    const prepared = JSON.stringify({ file, executionDate, createdAt, folder })
    rmSync(join(folders.folder.work, `${ID}.prepared`))
    await rail.send(payment(), prepared)
    const path = join(folders.folder.work, `${ID}.sent`)
    const { amountMinor: _, ...marker } = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify(marker))
    folders.takeAway()
    expect(await cancel(prepared)).toEqual(PENDING)
    expect(folders.takeAway().join()).toContain(`<OrgnlEndToEndId>${ID}</OrgnlEndToEndId>`)
  })

  test.skipIf(SCHEMAS === undefined).each(
    CANCEL_MESSAGES.filter((name) => name !== 'none').flatMap((name) => [
      [name, 'member' as const],
      [name, 'bic' as const],
    ]),
  )('is asked for with a valid %s (%s; skipped without CORRIDOR_TEST_XSD)', async (name, bank) => {
    await asked({
      cancel_with: name,
      initiating_party: { name: 'Corridor & Söhne', id: 'CONTRACT-1' },
      ...(bank === 'bic' && { bank: { bic: 'COLOCOBMXXX', name: 'Bank' } }),
    })
    const [request = ''] = folders.takeAway()
    expectValid(name, request)
    for (const version of ['03', '09']) {
      const told = { status: 'RJCR', reason: 'LEGL' }
      expectValid(`camt.029.001.${version}`, resolution(ID, told, version))
    }
  })
})

function expectValid(schema: string, xml: string): void {
  const definition = XmlDocument.fromBuffer(readFileSync(join(SCHEMAS ?? '', `${schema}.xsd`)))
  const validator = XsdValidator.fromDoc(definition)
  const document = XmlDocument.fromString(xml)
  expect(() => validator.validate(document)).not.toThrow()
  for (const one of [document, validator, definition]) one.dispose()
}

describe('a work folder that was lost', () => {
  const lose = () => {
    rmSync(folders.folder.work, { recursive: true })
    mkdirSync(folders.folder.work)
  }
  const NOT_KNOWN = 'is not the one that the payment was prepared for, or an older copy'

  test('stops payments of before, until the bank mentions them', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    folders.takeAway()
    lose()
    for (const call of [() => lookUp(prepared, rail), () => rail.send(payment(), prepared)])
      await expect(call()).rejects.toThrow(NOT_KNOWN)
    await expect(cancel(prepared, rail)).rejects.toThrow(NOT_KNOWN)
    expect(await problemsOf(rail)).toEqual([
      expect.stringContaining(`1 payments are not known to the work folder`),
    ])
    folders.receive('1.xml', status(ID, 'ACTC'))
    expect(await lookUp(prepared, rail)).toEqual(PENDING)
    // The folder cannot tell that the bank does not have it, so it takes nothing back and asks.
    expect(await cancel(prepared, rail)).toEqual(PENDING)
    expect(await lookUp(prepared, rail)).toEqual(PENDING)
    expect(folders.outbox()).toEqual([`${ID}.cancel.xml`])
    folders.receive('2.xml', statementOf([debit()]))
    expect(await lookUp(prepared, rail)).toEqual({ state: 'settled', reference: ID })
    expect(await problemsOf(rail)).toEqual([])
  })

  test('lets a payment go once if an operator writes that the bank never received it', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    rmSync(join(folders.folder.outbox, `${ID}.xml`))
    lose()
    await rail.prepare(payment({ key: `${KEY}2` }))
    // Times of files lag behind the clock by a few milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 20))
    folders.receive('1.xml', status(ID, 'RJCT', 'NOOR'), 'evidence')
    expect(await lookUp(prepared, rail)).toEqual({ state: 'unknown' })
    await rail.send(payment(), prepared)
    expect(folders.takeAway()).toHaveLength(1)
    expect(await lookUp(prepared, rail)).toEqual(PENDING)
    expect(await rail.send(payment(), prepared)).toEqual(PENDING)
    // A second loss needs new evidence.
    lose()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await expect(lookUp(prepared, railOf())).rejects.toThrow(NOT_KNOWN)
    expect(folders.outbox()).toEqual([])
  })

  test('and restored from an older copy sends nothing that was prepared since', async () => {
    const rail = railOf()
    await rail.prepare(payment({ key: `${KEY}2` }))
    const copy = readdirSync(folders.folder.work).map(
      (name) => [name, readFileSync(join(folders.folder.work, name))] as const,
    )
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    folders.takeAway()
    lose()
    for (const [name, bytes] of copy) writeFileSync(join(folders.folder.work, name), bytes)
    await expect(lookUp(prepared, railOf())).rejects.toThrow(NOT_KNOWN)
    await expect(railOf().send(payment(), prepared)).rejects.toThrow(NOT_KNOWN)
    expect(folders.outbox()).toEqual([])
  })

  test('does not stop payments of an earlier version in the same folder', async () => {
    const { file, executionDate, createdAt, folder } = JSON.parse(await railOf().prepare(payment()))
    rmSync(join(folders.folder.work, `${ID}.prepared`))
    const prepared = JSON.stringify({ file, executionDate, createdAt, folder })
    expect(await lookUp(prepared)).toEqual({ state: 'unknown' })
    expect(await railOf().send(payment(), prepared)).toEqual(PENDING)
    expect(existsSync(join(folders.folder.outbox, `${ID}.xml`))).toBe(true)
  })
})
