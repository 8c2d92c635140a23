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
  /** Private, so that logs of the error do not have it. */
  readonly #signatures: string | undefined

  /** `signatures`: what a signature must be over, for the author of the connector. */
  constructor(fault: ConnectorFault, message: string, signatures?: string) {
    super(message)
    this.fault = fault
    this.#signatures = signatures
  }

  get signatures(): string | undefined {
    return this.#signatures
  }
}
