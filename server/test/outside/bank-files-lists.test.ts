// What a rail of bank files lists after a restore of the database: markers, files in the outbox, and what the bank mentions.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { instantAt, later } from '../../src/platform/clock.ts'
import { paymentId } from '../../src/outside/rails/bank-files/identifiers.ts'
import { openBankFiles } from '../../src/outside/rails/bank-files/index.ts'
import { readSettings } from '../../src/outside/rails/bank-files/settings.ts'
import type { ListedSend, SendRequest } from '../../src/outside/rails/port.ts'
import { newPayoutKey } from '../support/promised/worlds.ts'
import {
  bankFolders,
  entry,
  payment,
  statementOf,
  status,
  world,
  type Folders,
} from '../support/bank-files.ts'

let folders: Folders
beforeEach(() => void (folders = bankFolders()))
afterEach(() => folders.close())

const rail = () =>
  openBankFiles('bank:test', readSettings(folders.settings({})), { ...world(), secret: () => '' })
const LONG_AGO = instantAt(Date.UTC(2020, 0, 1))

async function listed(known: readonly string[] = [], until = LONG_AGO) {
  async function* keys() {
    yield known
  }
  const list = await (await rail()).sends?.({ since: LONG_AGO, until, keys })
  const found: ListedSend[] = []
  for await (const page of list?.pages ?? []) found.push(...page)
  return { isComplete: list?.isComplete, found }
}
async function sent(): Promise<SendRequest> {
  const request = payment({ key: newPayoutKey() })
  const bank = await rail()
  await bank.send(request, await bank.prepare(request))
  return request
}
const work = () => folders.folder.work
const markerOf = ({ key }: SendRequest) => join(work(), `${paymentId(key)}.sent`)
/** As an earlier version wrote it. */
function withoutAmount(request: SendRequest): void {
  const { amountMinor: _, ...marker } = JSON.parse(readFileSync(markerOf(request), 'utf8'))
  writeFileSync(markerOf(request), JSON.stringify(marker))
}
const sendOf = ({ key, amountMinor }: SendRequest, more: Partial<ListedSend> = {}): ListedSend => ({
  key,
  reference: paymentId(key),
  currency: 'COP',
  amountMinor,
  ...more,
})
const debitOf = ({ key }: SendRequest, amount: string) =>
  entry({
    reference: `D${paymentId(key)}`,
    amount,
    direction: 'DBIT',
    transactions: [`<Refs><EndToEndId>${paymentId(key)}</EndToEndId></Refs>`],
  })

test('a payment that the bank rejected is not listed, and one that it never answered is', async () => {
  const [refused, open] = [await sent(), await sent()]
  folders.takeAway()
  folders.receive('1.xml', status(paymentId(refused.key), 'RJCT'))
  expect((await listed()).found).toEqual([sendOf(open)])
})

test('a marker of an earlier version has its amount from the booking, or none', async () => {
  const [booked, open] = [await sent(), await sent()]
  for (const request of [booked, open]) withoutAmount(request)
  folders.receive('1.xml', statementOf([debitOf(booked, '1234.50')]))
  const { found } = await listed()
  expect(found).toHaveLength(2)
  expect(found).toEqual(
    expect.arrayContaining([
      sendOf(booked, { amountMinor: 123_450n }),
      sendOf(open, { amountMinor: null }),
    ]),
  )
})

test('a payment whose marker was restored away is listed from the outbox and from the files of the bank', async () => {
  const [waiting, mentioned, booked] = [await sent(), await sent(), await sent()]
  for (const name of readdirSync(work())) rmSync(join(work(), name))
  for (const { key } of [mentioned, booked])
    rmSync(join(folders.folder.outbox, `${paymentId(key)}.xml`))
  folders.receive('1.xml', status(paymentId(mentioned.key), 'ACTC'))
  folders.receive('2.xml', statementOf([debitOf(booked, '50.00')]))
  const { found } = await listed([booked.key, newPayoutKey()])
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      sendOf(waiting, { key: null, amountMinor: null }),
      sendOf(mentioned, { key: null, amountMinor: null }),
      sendOf(booked, { amountMinor: 5000n }),
    ]),
  )
})

test('hostile files neither stop the list nor add to it', async () => {
  const request = await sent()
  folders.receive('1.xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')
  folders.receive('2.xml', `${'<a>'.repeat(200_000)}`)
  folders.receive('3.xml', Buffer.alloc(5 * 1024 * 1024, 32))
  writeFileSync(join(work(), 'x.sent'), 'no marker')
  writeFileSync(join(work(), `.hidden.${'0'.repeat(26)}.part`), 'no marker')
  expect((await listed()).found).toEqual([sendOf(request)])
})

test('a marker that names the key of another payment is not believed, and a damaged one makes the list fail', async () => {
  const [one, other] = [await sent(), await sent()]
  writeFileSync(markerOf(one), readFileSync(markerOf(other)))
  const { found } = await listed()
  expect(found).toEqual(
    expect.arrayContaining([sendOf(one, { key: null, amountMinor: null }), sendOf(other)]),
  )
  writeFileSync(markerOf(one), '{')
  await expect(listed()).rejects.toThrow()
})

test('the list is complete ten minutes after the halt', async () => {
  const now = instantAt(Date.now())
  expect((await listed([], now)).isComplete).toBe(false)
  expect((await listed([], later(now, -601_000))).isComplete).toBe(true)
})
