// A real `corridor serve` process and its output.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxFile } from '../../src/sandbox/prepare.ts'

const command = join(import.meta.dirname, '../../../cli/corridor.js')

export type CorridorProcess = {
  child: ChildProcess
  sandbox: SandboxFile
  /** All output on stdout and stderr so far. */
  output(): string
  /** Exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>
}

/** Resolves when the sandbox is ready for its first request. */
export async function startCorridor(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<CorridorProcess> {
  const child = spawn(process.execPath, [command, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      CORRIDOR_DATA_DIR: dataDir,
      CORRIDOR_RATE_LIMIT: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'exit').then(([code, signal]): number | string =>
    typeof code === 'number' ? code : String(signal),
  )
  for (let tries = 0; !said.includes('API reference'); tries++) {
    if (child.exitCode !== null || tries > 5000)
      throw new Error(`corridor serve did not start:\n${said}`)
    await sleep(20)
  }
  const sandbox: SandboxFile = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8'))
  return { child, sandbox, output: () => said, ended }
}
