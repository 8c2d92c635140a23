// Files with secrets, in a folder that other users of the machine can write to.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changePrivateFile, readPrivateFile } from '../private-file.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'corridor-private-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}
const WORDS = { holds: 'keys', again: 'corridor login' }

test('secrets do not follow a link that somebody prepared under the number of the process', () => {
  const shared = folder()
  const path = join(shared, 'profiles.json')
  symlinkSync(join(shared, 'elsewhere'), `${path}.${process.pid}`)
  symlinkSync(join(shared, 'elsewhere'), path)
  changePrivateFile(
    path,
    () => null,
    () => ({ key: 'secret' }),
  )
  expect(readdirSync(shared)).not.toContain('elsewhere')
  expect(lstatSync(path).isFile()).toBe(true)
  expect(lstatSync(path).mode & 0o777).toBe(0o600)
  expect(readPrivateFile(path, {}, WORDS)).toEqual({ key: 'secret' })
})

test('a write that fails leaves no copy of the secrets', () => {
  const shared = folder()
  const path = join(shared, 'profiles.json')
  mkdirSync(path)
  const change = () =>
    changePrivateFile(
      path,
      () => null,
      () => ({ key: 'secret' }),
    )
  expect(change).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
  expect(readdirSync(shared)).toEqual(['profiles.json'])
})

test('commands that change the file at the same time lose no change', async () => {
  const path = join(folder(), 'profiles.json')
  const module = join(import.meta.dirname, '../private-file.ts')
  const program = (name: string) => `
    const { changePrivateFile, readPrivateFile } = await import(${JSON.stringify(module)})
    const path = ${JSON.stringify(path)}
    for (let count = 0; count < 30; count++)
      changePrivateFile(path, () => readPrivateFile(path, {}, {}), (kept) => ({ ...kept, ['${name}' + count]: true }))`
  const names = ['a', 'b', 'c', 'd']
  const ends = names.map((name) =>
    once(spawn(process.execPath, ['--input-type=module', '-e', program(name)]), 'exit'),
  )
  expect((await Promise.all(ends)).map(([status]) => status)).toEqual([0, 0, 0, 0])
  expect(Object.keys(readPrivateFile(path, {}, WORDS))).toHaveLength(120)
})

test('a command that was killed while it changed the file does not stop the next one', () => {
  const shared = folder()
  const path = join(shared, 'profiles.json')
  const { pid } = spawnSync('true')
  writeFileSync(`${path}.lock`, `${pid}`)
  changePrivateFile(
    path,
    () => null,
    () => ({ key: 'secret' }),
  )
  expect(readPrivateFile(path, {}, WORDS)).toEqual({ key: 'secret' })
  expect(readdirSync(shared)).toEqual(['profiles.json'])
})
