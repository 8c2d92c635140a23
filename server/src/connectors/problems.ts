// Compares the capabilities that a connector states with the settings of its rail or provider.
import type { Served } from '../rails/port.ts'
import type { ConnectorClient } from './client.ts'
import * as protocol from './protocol.ts'

/** Problems for operators. Empty if the connector answers and does everything that the settings say. */
export async function problemsOf(
  client: ConnectorClient,
  serves: readonly Served[],
): Promise<readonly string[]> {
  try {
    const stated = await client.call(
      { method: 'GET', path: '/capabilities' },
      protocol.capabilities,
    )
    return [...versionProblem(stated), ...serves.flatMap((served) => missing(served, stated))]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

const versionProblem = ({ protocol: version }: protocol.Capabilities): string[] =>
  version === protocol.PROTOCOL_VERSION
    ? []
    : [`it speaks version ${version} of the protocol, this service ${protocol.PROTOCOL_VERSION}`]

function missing({ method, currencies }: Served, stated: protocol.Capabilities): string[] {
  const offered = stated.served
    .filter((one) => one.method === method)
    .flatMap((one) => one.currencies)
  return currencies
    .filter((code) => !offered.includes(code))
    .map((code) => `it does not pay ${code} to ${method}, which its settings say`)
}
