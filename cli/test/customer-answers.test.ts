// Commands of customers that answer the operator: information requests with fields and documents, and travel rule records.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, run, runProgram, type Ended, type Env } from '../../server/test/support/command.ts'
import { newProgram, openDesk, type Desk, type Person } from '../../server/test/support/desk.ts'
import { expectRefused } from './support/sandbox.ts'

const home = mkdtempSync(join(tmpdir(), 'corridor-answers-'))
const PDF = '%PDF-1.7 a passport'
let desk: Desk
let operator: Pick<Person, 'act'>
let env: Env
beforeAll(async () => {
  desk = await openDesk()
  operator = await newProgram(desk.corridor, 'compliance')
  const { url, sandbox } = desk.corridor
  env = {
    CORRIDOR_URL: url,
    CORRIDOR_API_KEY: sandbox.api_key,
    CORRIDOR_ORGANIZATION: sandbox.organization_id,
    CORRIDOR_CONFIG_DIR: home,
  }
  writeFileSync(join(home, 'passport.pdf'), PDF)
  writeFileSync(join(home, 'notes.txt'), 'notes')
})
afterAll(async () => {
  await desk.corridor.close()
  rmSync(home, { recursive: true })
})

const corridor = (...args: string[]): Promise<Ended> => run(args, env)
const file = (name: string): string => join(home, name)

async function asked(): Promise<string> {
  const path = `/organizations/${desk.corridor.sandbox.organization_id}/information_requests`
  const { data, text, status } = await operator.act<{ id: string }>('POST', path, {
    message: 'Please explain.',
    fields: [
      { name: 'source_of_funds', about: 'Where it is from.', type: 'text', required: true },
      { name: 'lives_in', about: 'The country.', type: 'country', required: false },
    ],
    documents: [{ name: 'passport', about: 'The passport.', required: true, largest_bytes: 1000 }],
    deadline: new Date(desk.clock.realNow() + 86_400_000).toISOString(),
    reason: 'unusual amount',
  })
  expect(status, text).toBe(201)
  return data.id
}

/** What an operator reads. */
async function read(id: string): Promise<{ fields: object; documents: { id: string }[] }> {
  const path = `/information_requests/${id}/read`
  const { data } = await operator.act<{ fields: object; documents: { id: string }[] }>(
    'POST',
    path,
    { reason: 'decide' },
  )
  return data
}

test('a request is listed, shown and answered with a document, once', async () => {
  const id = await asked()
  const listed = await corridor('information', '--status', 'OPEN')
  expect(listed.stdout).toContain(id)
  expect((await corridor('information', 'show', id)).said).toContain(`information answer ${id}`)

  // Every value of the file is text: 0123.40 is no number, and NO is Norway.
  writeFileSync(file('answer.yaml'), 'source_of_funds: 0123.40\nlives_in: NO\n')
  const answer = ['information', 'answer', id, '--fields', file('answer.yaml')]
  const passport = ['--document', `passport=${file('passport.pdf')}`, '--idempotency-key', 'mine-1']
  expectRefused(await corridor(...answer), `${id} needs documents`, 'passport=FILE')
  const done = await corridor(...answer, ...passport)
  expect(done.said).not.toContain('123.4')
  expect(done.stdout, done.stderr).toBe(`${id} is ANSWERED.\n`)
  expect((await corridor(...answer, ...passport)).stdout).toBe(`${id} is ANSWERED.\n`)
  const { fields, documents } = await read(id)
  expect(fields).toEqual({ source_of_funds: '0123.40', lives_in: 'NO' })
  expect(documents, 'a repetition uploads nothing twice').toHaveLength(1)
  expectRefused(
    await corridor(...answer, '--document', `passport=${file('passport.pdf')}`),
    'only an open request can be answered',
  )
})

test('without a file each field is asked for', async () => {
  const id = await asked()
  const program = join(root, 'node_modules/.bin/corridor')
  const command = `printf '%s\\n' 'Savings' '' | "${program}" information answer ${id} --document passport=${file('passport.pdf')}`
  const { stdout, stderr } = await runProgram('bash', ['-c', command], env)
  expect(stdout, stderr).toBe(`${id} is ANSWERED.\n`)
  expect(stderr).toContain('Where it is from. (one line)')
  expect(stderr).toContain('a country of two letters, such as CO; optional')
  expect((await read(id)).fields).toEqual({ source_of_funds: 'Savings' })
})

test('wrong answers are refused in words before or by the service', async () => {
  const id = await asked()
  const answer = ['information', 'answer', id, '--fields', file('wrong.json'), '--document']
  writeFileSync(file('wrong.json'), '{"source_of_funds":"x","hair_color":"y"}')
  writeFileSync(file('large.pdf'), `%PDF${'x'.repeat(2000)}`)
  expectRefused(await corridor(...answer, `visa=${file('passport.pdf')}`), 'Wanted: passport=FILE')
  expectRefused(await corridor(...answer, `passport=${file('notes.txt')}`), 'is no PDF, JPEG or')
  expectRefused(await corridor(...answer, `passport=${file('large.pdf')}`), 'may have 1000')
  expectRefused(await corridor(...answer, `passport=${file('none.pdf')}`), 'there is no file')
  expectRefused(await corridor(...answer, `passport=${file('passport.pdf')}`), 'hair_color')
  expectRefused(await corridor('information', 'show', 'irq_1'), 'corridor information')
})

test('a wallet gets its travel rule record from a file', async () => {
  const { stdout } = await corridor('instruments', '--json')
  const wallets: { id: string; currency: string }[] = JSON.parse(stdout)
  const wallet = wallets.find(({ currency }) => currency === 'USDC')?.id ?? ''
  const before = await corridor('travel-rule', 'show', wallet)
  expect(before.stdout).toMatch(/^Record +none$/m)
  const page = readFileSync(join(root, 'docs/compliance.md'), 'utf8')
  const [, example = ''] = /## Travel rule[^]*?```json\n([^]*?)```/.exec(page) ?? []
  writeFileSync(file('record.json'), example)
  const given = await corridor('travel-rule', 'give', wallet, '--record', file('record.json'))
  expect(given.stdout, given.stderr).toMatch(/^trr_\w+ is the record of epi_\w+\.\n$/)
  expect(given.said).not.toContain('García')
  expect((await corridor('travel-rule', 'show', wallet)).stdout).toMatch(/^Record +trr_\w+, given/m)
  writeFileSync(file('record.json'), '{"originator":{}}')
  expectRefused(
    await corridor('travel-rule', 'give', wallet, '--record', file('record.json')),
    /originator|beneficiary/,
  )
})
