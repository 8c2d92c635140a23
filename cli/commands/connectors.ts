// `corridor connectors`: makes signing keys, and checks a connector.
import { createPrivateKey } from 'node:crypto'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { secretOf } from '@corridor/server/platform/config.ts'
import { checkConnector, isAnswering } from '@corridor/server/outside/connectors/check/run.ts'
import type { Result } from '@corridor/server/outside/connectors/check/steps.ts'
import {
  newSigningKey,
  privateKeyOf,
  publicKeyText,
} from '@corridor/server/outside/connectors/keys.ts'
import { connectorUrlProblem, publicKeysOf } from '@corridor/server/outside/connectors/settings.ts'
import { thrownCode } from '@corridor/server/platform/thrown.ts'

/** Never overwrites a file: it may hold the key of a connector that is in use. */
export function newKeyCommand(file: string): void {
  const pem = newSigningKey()
  try {
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (thrownCode(error) !== 'EEXIST') throw error
    throw new Error(`${file} exists already: give the name of a new file`, { cause: error })
  }
  process.stdout.write(`${publicKeyText(createPrivateKey(pem))}\n`)
}

type Options = {
  signingKey: string
  signingKeyId: string
  publicKey: string[]
  amount: string
  timeout: string
  restart?: string
  json: boolean
}

const OUTCOMES = { passed: 'ok     ', failed: 'wrong  ', skipped: 'skipped' }

export async function checkCommand(url: string, options: Options): Promise<void> {
  const problem = connectorUrlProblem(url)
  if (problem !== undefined) throw new Error(`the URL ${problem}`)
  const settings = {
    url: new URL(url),
    signingKey: {
      id: options.signingKeyId,
      privateKey: privateKeyOf(secretOf(options.signingKey)),
    },
    publicKeys: publicKeysOf(Object.fromEntries(options.publicKey.map(keyIn))),
    timeoutMs: Number.parseInt(options.timeout, 10) * 1000,
  }
  const { restart: command, amount, json } = options
  const restart = command === undefined ? {} : { restart: () => restarted(command, settings) }
  const results = await checkConnector({ settings, amount, ...restart }, (result) => {
    if (!json) process.stdout.write(lineOf(result))
  })
  const count = (outcome: Result['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  process.stdout.write(
    json
      ? `${JSON.stringify({ passed, failed, skipped, results })}\n`
      : `${passed} passed, ${failed} failed, ${skipped} skipped\n`,
  )
  if (failed > 0) process.exitCode = 1
}

const lineOf = ({ outcome, about, step, detail }: Result): string =>
  `${OUTCOMES[outcome]} ${about}: ${step}${detail === undefined ? '' : ` (${detail})`}\n`

function keyIn(text: string): [string, string] {
  const [id = '', key = ''] = text.split(/=(.*)/s)
  if (id === '' || key === '') throw new Error('--public-key must be ID=KEY, the key in base64')
  return [id, key]
}

const MOST_TRIES = 120

/** Runs the command, then waits until the connector answers. */
async function restarted(
  command: string,
  settings: Parameters<typeof isAnswering>[0],
): Promise<void> {
  const status = await new Promise<number | null>((resolve, reject) => {
    // Without pipes: the connector that the command leaves behind must not keep them open.
    const child = spawn('sh', ['-c', command], { stdio: 'ignore' })
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (status !== 0) throw new Error(`the restart command ended with ${status}`)
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (await isAnswering(settings)) return
    await pause(500)
  }
  throw new Error('the connector does not answer after the restart command')
}
