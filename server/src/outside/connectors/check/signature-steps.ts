// Steps of the check: requests that a connector must refuse, because they are not signed, not right, or not recent.
import { createPrivateKey } from 'node:crypto'
import { ConnectorError } from '../errors.ts'
import { newSigningKey } from '../keys.ts'
import * as protocol from '../protocol.ts'
import type { SignedRequest } from '../signing.ts'
import { require, type Step } from './steps.ts'
import type { Target } from './target.ts'

const CAPABILITIES = { method: 'GET', path: '/capabilities' } as const
/** The check moves money. */
function refuseLive(error: unknown): never {
  const isLive = error instanceof ConnectorError && error.message.includes('is for live')
  if (!isLive) throw error
  throw new Error(
    'this connector is live, and the check moves test money: check it at the test system of its company. `corridor doctor` shows whether a live one answers',
  )
}

const TEN_MINUTES_MS = 600_000

export function signatureSteps(target: Target): Step[] {
  const { signingKey } = target.settings
  const stranger = createPrivateKey(newSigningKey())
  const refused = (step: string, make: () => Promise<SignedRequest>): Step => ({
    about: 'signatures',
    step,
    async run() {
      const status = await target.statusOf(await make())
      require(status >= 400 && status < 500, `answered with ${status}, not with 401`)
    },
  })
  const quietly =
    (change: (headers: Record<string, string>) => Record<string, string>) => async () => {
      const request = await target.sign(CAPABILITIES)
      return { ...request, headers: change({ ...request.headers }) }
    }
  return [
    {
      about: 'signatures',
      step: 'answers a signed request with a signed answer',
      run: async () => {
        const { protocol: version } = await target
          .get(CAPABILITIES, protocol.capabilities)
          .catch(refuseLive)
        require(version === protocol.PROTOCOL_VERSION, `speaks version ${version} of the protocol`)
      },
    },
    refused(
      'refuses a request without a signature',
      quietly(({ 'content-digest': digest = '' }) => ({ 'content-digest': digest })),
    ),
    refused('refuses a signature of another key', () =>
      target.sign(CAPABILITIES, { signingKey: { ...signingKey, privateKey: stranger } }),
    ),
    refused('refuses an unknown key id', () =>
      target.sign(CAPABILITIES, { signingKey: { id: 'nobody', privateKey: stranger } }),
    ),
    refused('refuses a signature of ten minutes ago', () =>
      target.sign(CAPABILITIES, {}, TEN_MINUTES_MS),
    ),
    refused('refuses a signature ten minutes ahead', () =>
      target.sign(CAPABILITIES, {}, -TEN_MINUTES_MS),
    ),
    refused('refuses a request for the other environment', () =>
      target.sign(CAPABILITIES, {
        environment: target.settings.environment === 'live' ? 'sandbox' : 'live',
      }),
    ),
    refused('refuses a request that was signed for another path', async () => {
      const request = await target.sign({ method: 'GET', path: '/rates' })
      const { url } = await target.sign(CAPABILITIES)
      return { ...request, url }
    }),
    refused('refuses a request that was signed for another host', async () => {
      const elsewhere = new URL(target.settings.url)
      elsewhere.hostname = 'elsewhere.example'
      const request = await target.sign(CAPABILITIES, { url: elsewhere })
      return { ...request, url: (await target.sign(CAPABILITIES)).url }
    }),
  ]
}
