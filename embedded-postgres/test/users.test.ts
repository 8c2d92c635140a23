// The embedded database for users without a name, under sudo, in containers, and between users.
import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  asInDocker,
  canBecomeOthers,
  canMount,
  canRun,
  here,
  isRoot,
  keep,
  kept,
  open,
  postmaster,
  refusal,
  stop,
  useUsed,
  userOf,
} from './support/servers.ts'

// The user nobody, and a user without a name, as in `docker run --user 12345`.
test.skipIf(!canBecomeOthers).for([65534, 12345])(
  'user %i runs the server under the same user',
  async (uid) => {
    mkdirSync(here.dataDir)
    chownSync(here.dataDir, uid, uid)
    const owner = await open('owner', { uid })
    await keep(owner, 'a row')
    expect(statSync(join(here.dataDir, 'postgres')).uid).toBe(uid)
    expect(userOf(postmaster())).toBe(uid)
    await stop(owner)

    // Open the same folder under sudo, and then as the user again.
    for (const role of ['guest', 'owner'] as const) {
      const asRoot = await open(role)
      expect(userOf(postmaster())).toBe(uid)
      expect(await kept(asRoot)).toEqual(['a row'])
      await stop(asRoot)
    }
    for (const role of ['guest', 'owner'] as const) {
      const back = await open(role, { uid })
      expect(await kept(back)).toEqual(['a row'])
      await stop(back)
    }
  },
)

test.skipIf(!canBecomeOthers)(
  'a data folder that is not writable is refused with advice',
  async () => {
    mkdirSync(here.dataDir, { mode: 0o755 })
    const refused = await refusal('owner', { uid: 12345 })
    expect(refused).toContain(`The data folder ${here.dataDir} cannot be used`)
    expect(refused).toContain('permission denied')
    expect(refused).toContain('use another folder')
  },
)

test.skipIf(!canBecomeOthers)("another user's cluster is refused with both names", async () => {
  useUsed()
  chmodSync(here.dataDir, 0o777)
  const refused = await refusal('owner', { uid: 12345 })
  expect(refused).toMatch(/belongs to user 0, but this program runs as .*12345/)
})

test.skipIf(!isRoot || !canRun([...asInDocker, 'true']))(
  'root without user namespaces runs the server as nobody, even below a private folder',
  async () => {
    const prefix = asInDocker
    // The folder was created in a user namespace, and is now used without one.
    useUsed()
    const after = await open('owner', { prefix })
    expect(userOf(postmaster())).toBe(65534)
    await keep(after, 'a row')
    await stop(after)

    const closed = join(here.root, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    here.dataDir = join(closed, 'data')
    const owner = await open('owner', { prefix })
    await keep(owner, 'a row')
    await stop(owner)
    expect(await kept(await open('owner', { prefix }))).toEqual(['a row'])
  },
)

test.skipIf(!canMount || !canRun([...asInDocker, 'true']))(
  'root without user namespaces runs the server as nobody from a checkout that others cannot enter',
  async () => {
    const closed = join(here.root, 'closed')
    const checkoutAt = join(closed, 'checkout')
    mkdirSync(checkoutAt, { recursive: true })
    chmodSync(closed, 0o700)
    const owner = await open('owner', { prefix: asInDocker, checkoutAt })
    expect(userOf(postmaster())).toBe(65534)
    await keep(owner, 'a row')
    await stop(owner)
    // Open the same database in a user namespace again.
    expect(await kept(await open('owner', { checkoutAt }))).toEqual(['a row'])
  },
)

test('other users cannot read the folder of locks, not even one from an older version', async () => {
  useUsed()
  chmodSync(join(here.dataDir, 'locks'), 0o755)
  const owner = await open('owner')
  expect(statSync(join(here.dataDir, 'locks')).mode & 0o777).toBe(0o700)
  await stop(owner)
  rmSync(here.dataDir, { recursive: true })
  await stop(await open('owner'))
  expect(statSync(join(here.dataDir, 'locks')).mode & 0o777).toBe(0o700)
})
