// The systemd unit fits the service that it starts.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const unit = readFileSync(join(root, 'operations/corridor.service'), 'utf8')
const socket = readFileSync(join(root, 'operations/corridor.socket'), 'utf8')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** The unit as it is for this checkout, run by root. */
function unitHere(): string {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'corridor.service')
  const here = unit.replaceAll('/opt/corridor', root).replace(/^(User|Group)=.*$/gm, '$1=root')
  writeFileSync(path, here)
  writeFileSync(join(folder, 'corridor.socket'), socket)
  return path
}

test.skipIf(!hasSystemd)('systemd accepts the unit and its socket', () => {
  const path = unitHere()
  const units = [path, path.replace('.service', '.socket')]
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
    encoding: 'utf8',
  })
  expect(stderr).not.toMatch(/corridor\.(service|socket):/)
  expect(status).toBe(0)
})

test.skipIf(!hasSystemd)('the unit leaves the service little that it could harm', () => {
  const report = execFileSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=30', unitHere()],
    { encoding: 'utf8' },
  )
  expect(report).toMatch(/Overall exposure level for corridor\.service: [0-2]\.\d/)
})

test('the unit starts the program of this checkout and waits for its stop', () => {
  const [, program = ''] = /^ExecStart=\/opt\/corridor\/(\S+) serve$/m.exec(unit) ?? []
  expect(existsSync(join(root, program))).toBe(true)
  const [, seconds = ''] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  // docs/operating.md, Stopping: 10 seconds for requests, 25 for a step of the worker, and the delay before.
  expect(Number.parseInt(seconds, 10)).toBeGreaterThan(35)
})
