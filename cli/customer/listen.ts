// `corridor webhooks listen`: follows the events of an organization, and posts each to a program on this machine as a
// webhook, with a signature of a secret of its own. It makes no endpoint at the service.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Event } from '@corridor/sdk'
import { monotonicMs, systemClock } from '@corridor/server/platform/clock.ts'
import {
  newSecret,
  signatureOf,
  signingKeys,
} from '@corridor/server/platform/outgoing/signature.ts'
import { textIn, type Given } from '../client/rows.ts'
import { jsonText } from '../table.ts'
import { lineOf } from './events.ts'
import { followed } from './follow.ts'
import { UsageError } from './refused.ts'
import type { Verb } from './run.ts'
import { chosen } from './show.ts'
import { eventTypes } from './words.ts'
import { thrownCode, thrownMessage } from '@corridor/server/platform/thrown.ts'

/** The service waits for the same time. */
const LONGEST_MS = 15_000

export const listen: Verb = async ({ corridor, organization }, given) => {
  const { options } = given
  const to = forwardUrl(textIn(options, 'forward') ?? '')
  const secret = secretOf(textIn(options, 'secretFile'))
  const id = await organization()
  const type = chosen(eventTypes, textIn(options, 'type'))
  const cursor = textIn(options, 'cursor')
  const filter = {
    ...(type === undefined ? {} : { type }),
    ...(cursor === undefined ? {} : { cursor }),
  }
  process.stderr.write(
    `Events of ${id} go to ${to}. Verify them with the secret ${secret}\nEnd with Ctrl-C.\n`,
  )
  await followed(corridor, id, filter, async (event) => {
    process.stdout.write(line(event, await post(to, secret, event), given))
  })
  return undefined
}

type Outcome = { status: number | null; error: string | null; ms: number }

const line = (event: Event, outcome: Outcome, { options }: Given): string => {
  if (options['json'] === true) return jsonText({ event_id: event.id, ...outcome })
  const { status, error, ms } = outcome
  return `${lineOf(event)}  ${status ?? error}, ${ms} ms\n`
}

/** One attempt, with the body and headers that an endpoint of an organization gets. */
async function post(to: string, secret: string, event: Event): Promise<Outcome> {
  const { id, type, created_at: timestamp, data } = event
  const body = JSON.stringify({ type, timestamp, data })
  const timestampS = Math.floor(systemClock.realNow() / 1000)
  const secrets = [{ secret, signsUntil: null }]
  const began = monotonicMs()
  const ended = (): number => Math.round(monotonicMs() - began)
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Corridor',
        'webhook-id': id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': signatureOf(signingKeys(secrets), systemClock.now(), {
          id,
          timestampS,
          body,
        }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    await response.body?.cancel()
    return { status: response.status, error: null, ms: ended() }
  } catch (error) {
    return { status: null, error: codeOf(error), ms: ended() }
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'timeout'
  return thrownCode(cause)?.toString() ?? thrownMessage(cause)
}

function forwardUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '') return url.href
  // It may contain a password.
  const shown = text.includes('@') ? 'with a user or password' : text
  throw new UsageError(
    `--forward ${shown} is no address of a program: give one such as http://127.0.0.1:3000/webhooks`,
  )
}

/** Reads the secret from the file, or makes the file, so that a program can keep using one secret. */
function secretOf(path: string | undefined): string {
  if (path === undefined) return newSecret()
  if (!existsSync(path)) writeFileSync(path, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' })
  const secret = readFileSync(path, 'utf8').trim()
  if (/^whsec_[A-Za-z0-9+/]{32,}=*$/.test(secret)) return secret
  throw new UsageError(
    `${path} has no secret of the form whsec_…: name a new file, which is then made`,
  )
}
