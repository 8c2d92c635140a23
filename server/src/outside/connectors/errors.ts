// A failed call of a connector. It never means that the connector refused.

type ConnectorFault =
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'unsigned'
  | 'bad_signature'
  | 'stale'
  | 'bad_digest'
  | 'key_reused'
  | 'unexpected'

/** The message holds nothing of an answer's body except words that match a pattern. */
export class ConnectorError extends Error {
  readonly fault: ConnectorFault

  constructor(fault: ConnectorFault, message: string) {
    super(message)
    this.fault = fault
  }
}
