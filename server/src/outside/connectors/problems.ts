// Compares the capabilities that a connector states with the settings of its rail, provider or screener.
import type { Served } from '../rails/port.ts'
import { subjects } from '../screener-port.ts'
import type { ConnectorClient } from './client.ts'
import * as protocol from './protocol.ts'
import { thrownMessage } from '../../platform/thrown.ts'

/** Problems for operators. Empty if the connector answers and does everything that the settings say. */
export const problemsOf = (
  client: ConnectorClient,
  serves: readonly Served[],
): Promise<readonly string[]> =>
  statedProblems(client, (stated) => serves.flatMap((served) => missing(served, stated)))

/** Problems of a connector that is a screener. */
export const screenerProblemsOf = (client: ConnectorClient): Promise<readonly string[]> =>
  statedProblems(client, ({ screens = [] }) =>
    subjects
      .filter((subject) => !screens.includes(subject))
      .map((subject) => `it does not say that it screens a ${subject}`),
  )

async function statedProblems(
  client: ConnectorClient,
  missingIn: (stated: protocol.Capabilities) => readonly string[],
): Promise<readonly string[]> {
  try {
    const stated = await client.call(
      { method: 'GET', path: '/capabilities' },
      protocol.capabilities,
    )
    return [...versionProblem(stated), ...missingIn(stated)]
  } catch (error) {
    return [thrownMessage(error)]
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
