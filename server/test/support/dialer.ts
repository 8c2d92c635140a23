// A dialer for webhooks that never connects to the given address. It resolves names as net.connect does, records each
// destination, and connects to a receiver on this machine, or fails without one.
import { connect, isIP, Socket, type LookupFunction } from 'node:net'
import type { Replace } from '../../src/service/deps.ts'
import type { Dial } from '../../src/platform/outgoing/connections.ts'
import { createTargets } from '../../src/platform/outgoing/target.ts'

/** For services whose webhooks never matter: no name is resolved and no address is dialed. */
export const noNetwork: Replace = ({ config }) => ({
  targets: createTargets(config, { resolve: async () => [], dial: dialerTo(null).dial }),
})

type Options = { host?: string | null; lookup?: LookupFunction | undefined }

export function dialerTo(port: number | null): { dial: Dial; dialed: string[] } {
  const dialed: string[] = []

  function open(address: string): Socket {
    dialed.push(address)
    if (port === null) throw Object.assign(new Error('no receiver'), { code: 'ECONNREFUSED' })
    return connect(port, '127.0.0.1')
  }

  return {
    dialed,
    dial({ host, lookup }: Options, done) {
      const answer = (find: () => string) => {
        try {
          done?.(null, open(find()))
        } catch (error) {
          done?.(error instanceof Error ? error : new Error('not dialed'), new Socket())
        }
      }
      const name = host ?? ''
      if (isIP(name) !== 0 || lookup === undefined) {
        queueMicrotask(() => answer(() => name))
        return undefined
      }
      lookup(name, { all: true }, (error, found) =>
        answer(() => {
          if (error !== null) throw error
          const [first] = typeof found === 'string' ? [{ address: found }] : found
          if (first === undefined) throw new Error('no address')
          return first.address
        }),
      )
      return undefined
    },
  }
}
