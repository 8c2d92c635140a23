// The example connector as a process, with its keys and its control port.
import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSigningKey, publicKeyText } from '../../src/outside/connectors/keys.ts'
import { COMPILED, root, startProgram, type Running } from './command.ts'

export type ExampleConnector = {
  url: string
  controlUrl: string
  /** Settings of a rail or provider of kind connector, without those of rails only. */
  settings: Record<string, unknown>
  /** Gives the value of a secret reference. */
  secret(reference: string): string
  /** Folder with the keys and the memory. */
  dir: string
  process: () => Running
  control<T = Record<string, unknown>>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<T>
  /** Ends the process at once, if it still runs, and starts another one on the same ports and memory. */
  restart(env?: Record<string, string>): Promise<void>
  memory(): string
  /** Changes each fact of the memory while the connector is stopped. */
  rewrite(change: (fact: Record<string, unknown>) => Record<string, unknown>): Promise<void>
  close(): Promise<void>
}

const READY = /connector at (http:\S+), control at (http:\S+)\n/

/** `memory`: what the connector remembers at its start, one fact a line. `source`: the folder of its code. */
export async function startConnector(
  options: {
    args?: string[]
    nodeArgs?: string[]
    env?: Record<string, string>
    memory?: string
    source?: string
  } = {},
): Promise<ExampleConnector> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-connector-'))
  const [ours, theirs] = [newSigningKey(), newSigningKey()]
  writeFileSync(join(dir, 'connector.pem'), theirs, { mode: 0o600 })
  writeFileSync(join(dir, 'corridor.pem'), ours, { mode: 0o600 })
  writeFileSync(join(dir, 'memory.jsonl'), options.memory ?? '')
  const argsFor = (port: string, controlPort: string) => [
    ...(options.nodeArgs ?? []),
    join(options.source ?? join(root, 'examples/connector'), 'main.ts'),
    '--memory',
    join(dir, 'memory.jsonl'),
    '--port',
    port,
    '--control-port',
    controlPort,
    '--key',
    join(dir, 'connector.pem'),
    '--key-id',
    'connector-1',
    '--corridor-key',
    `corridor-1=${publicKeyText(createPrivateKey(ours))}`,
    ...(options.args ?? []),
  ]
  const start = (port: string, controlPort: string, env: Record<string, string>) =>
    startProgram(process.execPath, argsFor(port, controlPort), { ...COMPILED, ...env }, READY)

  const memory = () => readFileSync(join(dir, 'memory.jsonl'), 'utf8')
  async function restart(env: Record<string, string> = {}): Promise<void> {
    await running.kill()
    running = await start(new URL(url).port, new URL(controlUrl).port, env)
  }

  let running = await start('0', '0', options.env ?? {})
  const [, url = '', controlUrl = ''] = READY.exec(running.stdout()) ?? []
  return {
    url,
    controlUrl,
    dir,
    settings: {
      url,
      timeout_seconds: 12,
      signing_key: `file:${join(dir, 'corridor.pem')}`,
      signing_key_id: 'corridor-1',
      public_keys: { 'connector-1': publicKeyText(createPrivateKey(theirs)) },
    },
    secret: (reference) =>
      reference === `file:${join(dir, 'corridor.pem')}` ? ours : 'whsec_' + 'c2VjcmV0'.repeat(4),
    process: () => running,
    async control(method, path, body) {
      const response = await fetch(controlUrl + path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return JSON.parse(text)
    },
    memory,
    async rewrite(change) {
      await running.kill()
      const facts = memory().trimEnd().split('\n')
      const changed = facts.map((fact) => `${JSON.stringify(change(JSON.parse(fact)))}\n`)
      writeFileSync(join(dir, 'memory.jsonl'), changed.join(''))
      await restart()
    },
    restart,
    async close() {
      await running.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
