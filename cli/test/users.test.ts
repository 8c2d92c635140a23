// `corridor users` and `corridor audit`, on the database of a deployment.
import { expect, test } from 'vitest'
import { forFile } from '../../server/test/support/for-file.ts'
import { run } from '../../server/test/support/command.ts'
import { testDatabase } from '../../server/test/support/database.ts'

const database = await forFile(testDatabase())

const corridor = (...line: string[]) => run(line, { DATABASE_URL: database.url })

test('an admin is created, disabled, enabled and reset, and the trail has each act', async () => {
  const created = await corridor('users', 'create', 'ana', '--role', 'admin', '--reason', 'first')
  expect(created).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ce_[\w-]{43}\n$/) })
  expect((await corridor('users', 'disable', 'ana', '--reason', 'on leave')).stdout).toBe(
    'ana is DISABLED.\n',
  )
  expect((await corridor('users', 'enable', 'ana', '--reason', 'back')).stdout).toBe(
    'ana is INVITED.\n',
  )
  const reset = await corridor('users', 'reset', 'ana', '--reason', 'lost the token')
  expect(reset.stdout).toMatch(/^ce_[\w-]{43}\n$/)
  expect((await corridor('users', 'list')).stdout).toMatch(/ana +admin .*INVITED/)
  const listed = await corridor('audit', 'list', '--subject', 'ana')
  expect(listed.stdout.match(/user\.\w+/g)).toEqual([
    'user.reset',
    'user.changed',
    'user.changed',
    'user.created',
  ])
})

test('mistakes are refused with what is known', async () => {
  const refusal = async (...line: string[]) => {
    const { status, stderr } = await corridor(...line)
    expect(status).toBe(1)
    return stderr
  }
  const why = ['--role', 'viewer', '--reason', 'x']
  await corridor('users', 'create', 'eve', ...why)
  expect(await refusal('users', 'create', 'eve', ...why)).toContain(
    'There is a user of this name already',
  )
  expect(await refusal('users', 'create', 'Eve!', ...why)).toContain(
    'the login must be 1 to 100 small letters',
  )
  expect(await refusal('users', 'create', 'eva', '--enterprise', 'None', ...why)).toContain(
    'there is no enterprise "None"',
  )
  expect(await refusal('users', 'reset', 'nobody', '--reason', 'x')).toContain(
    'there is no user nobody',
  )
  expect(await refusal('audit', 'verify', '--head', 'x')).toContain('--head x is no head')
})

test('a changed trail fails the verification, and an unchanged one prints its heads', async () => {
  const verified = await corridor('audit', 'verify')
  expect(verified.stdout).toMatch(/entries are as they were written[^]*deployment:\d+:[0-9a-f]{64}/)
  await database.sql`update audit_entries set reason = 'another' where number = 2`
  const failed = await corridor('audit', 'verify')
  expect(failed).toMatchObject({ status: 1 })
  expect(failed.stderr).toContain('deployment: entry 2 was changed')
})
