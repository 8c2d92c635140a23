// Commands of compliance: an organization is asked, answers over the API, and the answer is read with an entry.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProgram, openDesk, type Person } from '../../server/test/support/desk.ts'
import type { TestService } from '../../server/test/support/service.ts'
import { loadRows } from '../client/add-client.ts'
import { remoteCall } from '../client/remote.ts'
import type { Call, Given, Output } from '../client/rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-information-'))
const PDF = Buffer.from('%PDF-1.7\nthe contract')
const QUESTION = `
message: Please explain where the money is from.
deadline: DEADLINE
fields: [{ name: source_of_funds, about: Where the money is from., type: text, required: true }]
documents: [{ name: contract, about: The contract., required: true, largest_bytes: 100 }]
`

let corridor: TestService
let compliance: Pick<Person, 'act' | 'token'>
let call: Call
let question = ''
beforeAll(async () => {
  const desk = await openDesk()
  corridor = desk.corridor
  compliance = await newProgram(corridor, 'compliance')
  call = remoteCall(corridor.url, compliance.token)
  question = join(folder, 'question.yaml')
  const deadline = new Date(desk.clock.realNow() + 86_400_000).toISOString()
  writeFileSync(question, QUESTION.replace('DEADLINE', deadline))
})
afterAll(async () => {
  await corridor.close()
  rmSync(folder, { recursive: true })
})

async function run(name: string, args: string[], options: Given['options'] = {}): Promise<Output> {
  const row = (await loadRows())[name]
  if (row === undefined) throw new Error(`there is no command ${name}`)
  return row.run(call, { args, options: { reason: 'a look', ...options } })
}
const actsOn = async (subject: string) =>
  await corridor.sql<{ act: string; reason: string }>`select act, reason from audit_entries
      where subject = ${subject} order by number`

async function asked(options: Given['options'] = {}): Promise<string> {
  const { text } = await run(
    'information ask',
    [corridor.sandbox.organization_id, question],
    options,
  )
  const id = /irq_\w+/.exec(text)?.[0]
  if (id === undefined) throw new Error(`no request in: ${text}`)
  return id
}

test('an organization is asked, and compliance reads what it answered', async () => {
  const id = await asked()
  expect((await run('information list', [], { status: 'open' })).text).toContain(`${id}  OPEN`)
  expect((await run('information show', [id])).text).toMatch(
    /source_of_funds +text +Where the money is from\. +yes\n[^]*contract +The contract\. +yes/,
  )
  const path = `${corridor.organization}/information-requests/${id}`
  const { data: uploaded } = await corridor.post<{ id: string }>(`${path}/documents`, {
    name: 'contract',
    type: 'application/pdf',
    content: PDF.toString('base64'),
  })
  await corridor.post(`${path}/answer`, {
    fields: { source_of_funds: 'Sale of a house' },
    document_ids: [uploaded.id],
  })

  const read = await run('information read', [id])
  expect(read.text).toMatch(/source of funds +Sale of a house/)
  expect(read.text).toMatch(new RegExp(`${uploaded.id} +contract +application/pdf`))
  const to = join(folder, 'contract.pdf')
  const written = await run('information document', [id, uploaded.id], { to })
  expect(JSON.stringify(written)).not.toContain(PDF.toString('base64'))
  expect(readFileSync(to)).toEqual(PDF)
  expect(statSync(to).mode & 0o777).toBe(0o600)
  const entries = (await actsOn(id)).length
  await expect(run('information document', [id, uploaded.id], { to })).rejects.toThrow(
    'it exists; name a new file',
  )
  expect(await actsOn(id), 'nothing was read').toHaveLength(entries)

  expect((await run('information close', [id])).text).toBe(
    `Close an information request: done. ${id} is CLOSED.\n`,
  )
  expect((await actsOn(id)).map(({ act }) => act)).toEqual([
    'information_request.open',
    'information_request.read',
    'information_request.read_document',
    'information_request.close',
  ])
})

test('a request about an order can freeze it', async () => {
  await corridor.deps.feeds.push()
  const order = await corridor.order()
  const id = await asked({ order: order.id, freeze: true })
  expect((await run('information list', [], { order: order.id })).text).toContain(id)
  const { data } = await compliance.act<{ id: string }[]>('GET', '/orders/frozen')
  expect(data.map((one) => one.id)).toContain(order.id)
})

test('an answer that is not there makes no file', async () => {
  const id = await asked()
  const to = join(folder, 'nothing.pdf')
  await expect(
    run('information document', [id, 'ird_01jqe8m2x4fv5s0t6w7y8z9abc'], { to }),
  ).rejects.toThrow()
  expect(existsSync(to)).toBe(false)
  await expect(run('information read', [id])).rejects.toThrow(`${id} has no answer`)
})

test('the record of a wallet is read with an entry', async () => {
  const instruments = `${corridor.organization}/external_payment_instruments`
  const { data: wallet } = await corridor.post<{ id: string }>(instruments, {
    alias: 'Wallet',
    currency: 'USDC',
    method: 'EVM_ADDRESS',
    details: { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', chain: 'base' },
  })
  await expect(run('travel-rule read', [wallet.id])).rejects.toThrow('no travel rule record')
  const person = (name: string) => ({
    legalPerson: {
      name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }] },
      customerIdentification: '1',
    },
  })
  await corridor.post(`${instruments}/${wallet.id}/travel-rule`, {
    originator: { originatorPersons: [person('Acme SA')] },
    beneficiary: { beneficiaryPersons: [person('Beta SA')] },
  })
  expect((await run('travel-rule read', [wallet.id])).text).toContain(
    '"legalPersonName": "Acme SA"',
  )
  expect((await actsOn(wallet.id)).map(({ act }) => act)).toContain('travel_rule.read')
})

test.each([
  ['a list', '- message', 'must be a mapping'],
  ['no YAML', 'message: "', 'Missing closing'],
  ['no question', 'message: Why?\ndeadline: 2027-03-09T17:00:00Z', 'ask for at least one field'],
])('a file with %s is refused', async (_what, content, reason) => {
  const path = join(folder, 'wrong.yaml')
  writeFileSync(path, content)
  await expect(run('information ask', [corridor.sandbox.organization_id, path])).rejects.toThrow(
    reason,
  )
})
