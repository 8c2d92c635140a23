// Reading a statement holds up no other request: between two turns of the event loop it computes for a bounded time,
// whatever the file is. Once nobody waits for the result, the reading ends.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { noteCustomer, nextTurn, restMs, takeTurns } from '../../src/platform/turns.ts'
import { monotonicMs } from '../../src/platform/clock.ts'
import { camtLines } from '../../src/desk/reconciliation/read-camt.ts'
import { columnsIn, csvLines } from '../../src/desk/reconciliation/read-csv.ts'
import { collectLines, type ReadLine } from '../../src/desk/reconciliation/read.ts'

/** CPU time, which a busy machine does not change much. Idle, most of these files take a tenth of it. */
const MOST_US = 150_000

async function* chunksOf(text: string, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) {
    // Files of a disk give a turn with each chunk.
    await setImmediate()
    yield bytes.subarray(at, at + size)
  }
}

/** The most CPU time between two turns of the event loop while `work` runs, the least of several runs. */
async function longestSlice(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let run = 0; run < 4 && least > MOST_US; run++) {
    let longest = 0
    let isRunning = true
    const watch = async () => {
      let before = process.cpuUsage()
      while (isRunning) {
        await setImmediate()
        const { user, system } = process.cpuUsage(before)
        longest = Math.max(longest, user + system)
        before = process.cpuUsage()
      }
    }
    const watching = watch()
    await work().catch(() => undefined)
    isRunning = false
    await watching
    least = Math.min(least, longest)
  }
  return least
}

const account = { number: '1', currency: 'COP' }
const MEGABYTE = 1_000_000
const fill = (part: string, characters = MEGABYTE) =>
  part.repeat(Math.ceil(characters / part.length))
const camt = (messageId: string, statements: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${messageId}</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>`
const own = '<Acct><Id><Othr><Id>1</Id></Othr></Id></Acct>'
const foreign = '<Stmt><Acct><Id><Othr><Id>2</Id></Othr></Id></Acct></Stmt>'
const sum = (count: number) =>
  `<Stmt>${own}<Ntry><Amt Ccy="COP">${count}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls>`
const payment = '<TxDtls><Amt Ccy="COP">1</Amt></TxDtls>'

describe('no slice is long for a camt.053 of a megabyte with', () => {
  test.each<[string, string]>([
    ['a long head and statements of another account', camt(fill('M', 240_000), fill(foreign))],
    ['the longest head and statements of another account', camt(fill('M', 15_000), fill(foreign))],
    ['statements of one empty entry', camt(fill('M', 15_000), fill('<Stmt><Ntry></Ntry></Stmt>'))],
    ['statements of the account without entries', camt('M', fill(`<Stmt>${own}</Stmt>`))],
    [
      'the longest heads of statements',
      camt('M', fill(`<Stmt><Id>${fill('S', 60_000)}</Id>${own}<Ntry></Ntry></Stmt>`)),
    ],
    [
      'one entry of payments without a reference',
      camt('M', `${sum(15_000)}${payment.repeat(15_000)}</NtryDtls></Ntry></Stmt>`),
    ],
    [
      'one entry of batches',
      camt(
        'M',
        `${sum(15_000)}${`${payment}</NtryDtls><NtryDtls>`.repeat(15_000)}</NtryDtls></Ntry></Stmt>`,
      ),
    ],
    [
      'one element of many',
      camt('M', `<Stmt>${own}<Ntry><A><B><C>${fill('<D></D>', 600_000)}</C></B></A></Ntry></Stmt>`),
    ],
    ['many attributes', camt('M', `<Stmt>${own}<Ntry ${fill('a="" ', 400_000)}></Ntry></Stmt>`)],
    ['comments', camt('M', `<Stmt>${own}<Ntry>${fill('<!-- -->')}</Ntry></Stmt>`)],
  ])('%s', async (_what, text) => {
    const read = () => collectLines(camtLines(chunksOf(text), account))
    expect(await longestSlice(read)).toBeLessThan(MOST_US)
  })
})

describe('no slice is long for a CSV of a megabyte with', () => {
  const options = {
    columns: columnsIn('date:d,amount:a,reference:r'),
    delimiter: ',',
    decimal: '.',
    dateFormat: 'YYYY-MM-DD',
    encoding: 'utf-8',
  } as const
  test.each<[string, string]>([
    ['blank rows', fill('\n')],
    ['amounts of blanks', fill(`2026-03-02,1${' '.repeat(60_000)}x,r\n`)],
    ['many references', fill(`2026-03-02,1,${'REF '.repeat(10_000)}\n`)],
    ['short rows', fill('2026-03-02,1,r\n')],
  ])('%s', async (_what, text) => {
    const read = () => collectLines(csvLines(chunksOf(`d,a,r\n${text}`), 'COP', options))
    expect(await longestSlice(read)).toBeLessThan(MOST_US)
  })
})

test('long work takes rounds of the event loop one after another, so that a request waits for one slice', async () => {
  let slices = 0
  let isOver = false
  const work = async () => {
    for (let slice = 0; slice < 20; slice += 1) {
      await nextTurn()
      slices += 1
    }
  }
  const eight = Promise.all(Array.from({ length: 8 }, work)).then(() => (isOver = true))
  let most = 0
  for (let before = 0; !isOver; before = slices) {
    await setImmediate()
    most = Math.max(most, slices - before)
  }
  await eight
  expect(slices).toBe(160)
  expect(most).toBe(1)
})

test('while a customer is at work, the desk rests after each slice and each answer', async () => {
  noteCustomer()
  expect(restMs(40), 'four times as long as the answer took').toBe(160)
  expect(restMs(60_000), 'but nobody at the desk waits for long').toBe(500)
  const beganMs = monotonicMs()
  await Promise.all(Array.from({ length: 8 }, nextTurn))
  expect(monotonicMs() - beganMs).toBeGreaterThan(8 * 14)
})

test('without a customer at work the desk does not rest', async () => {
  noteCustomer()
  await sleep(400)
  expect(restMs(40)).toBe(0)
})

test('a statement is not read to its end once its sender has left', async () => {
  const text = camt('M', `<Stmt>${own}${fill('<Ntry></Ntry>', 40 * MEGABYTE)}</Stmt>`)
  const left = new AbortController()
  let chunks = 0
  async function* counted() {
    for await (const chunk of chunksOf(text)) {
      chunks += 1
      if (chunks === 20) left.abort(new Error('gone'))
      yield chunk
    }
  }
  const turns = takeTurns(left.signal)
  const lines: AsyncIterable<ReadLine> = camtLines(counted(), account, turns)
  await expect(collectLines(lines, turns)).rejects.toThrow('gone')
  expect(chunks).toBeLessThan(100)
})
