// Files with secrets, in a folder that other users of the machine can write to.
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPrivateFile, writePrivateFile } from '../private-file.ts'

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
  writePrivateFile(path, { key: 'secret' })
  expect(readdirSync(shared)).not.toContain('elsewhere')
  expect(lstatSync(path).isFile()).toBe(true)
  expect(lstatSync(path).mode & 0o777).toBe(0o600)
  expect(readPrivateFile(path, {}, WORDS)).toEqual({ key: 'secret' })
})

test('a write that fails leaves no copy of the secrets', () => {
  const shared = folder()
  const path = join(shared, 'profiles.json')
  mkdirSync(path)
  expect(() => writePrivateFile(path, { key: 'secret' })).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
  expect(readdirSync(shared)).toEqual(['profiles.json'])
})
