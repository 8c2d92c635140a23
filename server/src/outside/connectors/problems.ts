// Compares the capabilities that a connector states with the settings of its rail, provider or screener.
import type { Served } from '../rails/port.ts'
import { subjects } from '../screener-port.ts'
import type { ConnectorClient } from './client.ts'
import * as protocol from './protocol.ts'
import { railProblem, railProblemThrown, type RailProblem } from '../rail-problems.ts'

/** Problems for operators. Empty if the connector answers and does everything that the settings say. */
export const problemsOf = (
  client: ConnectorClient,
  serves: readonly Served[],
): Promise<readonly RailProblem[]> =>
  statedProblems(client, (stated) => serves.flatMap((served) => missing(served, stated)))

/** Problems of a connector that is a screener. */
export const screenerProblemsOf = async (client: ConnectorClient): Promise<readonly string[]> => {
  const found = await statedProblems(client, ({ screens = [] }) =>
    subjects
      .filter((subject) => !screens.includes(subject))
      .map((subject) => `it does not say that it screens a ${subject}`),
  )
  return found.map((one) => (typeof one === 'string' ? one : one.message))
}

async function statedProblems<Missing>(
  client: ConnectorClient,
  missingIn: (stated: protocol.Capabilities) => readonly Missing[],
): Promise<readonly (Missing | RailProblem)[]> {
  try {
    const stated = await client.call(
      { method: 'GET', path: '/capabilities' },
      protocol.capabilities,
    )
    return [...versionProblem(stated), ...missingIn(stated)]
  } catch (error) {
    return [railProblemThrown('connector_failing', error)]
  }
}

const versionProblem = ({ protocol: version }: protocol.Capabilities): RailProblem[] =>
  version === protocol.PROTOCOL_VERSION
    ? []
    : [railProblem('connector_version', { stated: version, spoken: protocol.PROTOCOL_VERSION })]

function missing({ method, currencies }: Served, stated: protocol.Capabilities): RailProblem[] {
  const offered = stated.served
    .filter((one) => one.method === method)
    .flatMap((one) => one.currencies)
  return currencies
    .filter((code) => !offered.includes(code))
    .map((code) => railProblem('connector_lacks', { currency: code, method }))
}
