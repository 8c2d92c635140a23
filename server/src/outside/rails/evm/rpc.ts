// One JSON-RPC endpoint over HTTP. Bounds the time and the bytes of every answer. An error names the endpoint by its
// host only: the path and query of an endpoint's address usually contain an access key.
import { boundedText, TooLong } from '../../../platform/bounded-text.ts'
import { recordOf, listOf } from './answers.ts'

export type Call = { method: string; params: readonly unknown[] }

export type Endpoint = {
  /** For example 'endpoint 2 (rpc.example.com)'. */
  label: string
  /** The results in the order of the calls. Several calls are one JSON-RPC batch, which one node usually answers. */
  ask(calls: readonly Call[]): Promise<readonly unknown[]>
}

/**
 * unreachable: no answer, or one that is too long, or no JSON-RPC. refused: the endpoint answered with an error.
 * behind: it does not have the block yet. reverted: the contract refused the call.
 */
export class RpcError extends Error {
  readonly kind: 'unreachable' | 'refused' | 'behind' | 'reverted'
  /** The message of the endpoint, at most 200 printable characters; compare it, but do not log it. */
  readonly answer: string

  constructor(kind: RpcError['kind'], message: string, answer = '') {
    super(message)
    this.kind = kind
    this.answer = answer
  }
}

type Bounds = { timeoutMs: number; maxBytes: number }
const BOUNDS: Bounds = { timeoutMs: 10_000, maxBytes: 1_000_000 }

export function openEndpoint(url: string, position: number, bounds = BOUNDS): Endpoint {
  const label = `endpoint ${position} (${new URL(url).host})`
  return {
    label,
    async ask(calls) {
      const requests = calls.map(({ method, params }, id) => ({
        jsonrpc: '2.0',
        id,
        method,
        params,
      }))
      const single = requests.length === 1
      const text = await post(url, label, JSON.stringify(single ? requests[0] : requests), bounds)
      const answers = parse(text, label)
      if (single || !Array.isArray(answers)) return [resultOf(answers, 0, calls[0], label)]
      return resultsOf(answers, calls, label)
    },
  }
}

/** An answer to a batch may be in any order. */
function resultsOf(answers: unknown, calls: readonly Call[], label: string): readonly unknown[] {
  const byId = new Map(
    listOf(answers, `${label}: the answer`).map((answer) => [
      recordOf(answer, `${label}: an answer`)['id'],
      answer,
    ]),
  )
  return calls.map((call, id) => resultOf(byId.get(id), id, call, label))
}

function resultOf(value: unknown, id: number, call: Call | undefined, label: string): unknown {
  const what = `${label}: the answer to ${call?.method}`
  const answer = recordOf(value, what)
  if (answer['error'] !== undefined && answer['error'] !== null)
    throw errorOf(recordOf(answer['error'], what), what)
  if (answer['id'] !== id || !Object.hasOwn(answer, 'result'))
    throw new RpcError('unreachable', `${what} has no result`)
  return answer['result']
}

function errorOf({ code, message, data }: Record<string, unknown>, what: string): RpcError {
  const answer = printable(message)
  const reverted = code === 3 || /revert/i.test(answer)
  if (reverted)
    return new RpcError('reverted', `${what}: the contract refuses`, reasonOf(data, answer))
  return new RpcError('refused', `${what}: error ${typeof code === 'number' ? code : ''}`, answer)
}

// The reason of `require`: Error(string), in the ABI encoding. The message has it too, in a form that differs by node.
function reasonOf(data: unknown, message: string): string {
  const found = typeof data === 'string' ? /^0x08c379a0.{64}(.{64})((?:..)*)$/.exec(data) : null
  if (found?.[1] === undefined || found[2] === undefined) return message
  const length = Number.parseInt(found[1].slice(-4), 16)
  return printable(Buffer.from(found[2], 'hex').subarray(0, length).toString('latin1'))
}

const printable = (text: unknown): string =>
  typeof text === 'string' ? text.slice(0, 200).replace(/[^ -~]/g, '?') : ''

function parse(text: string, label: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RpcError('unreachable', `${label}: the answer is not JSON`)
  }
}

async function post(url: string, label: string, body: string, bounds: Bounds): Promise<string> {
  const signal = AbortSignal.timeout(bounds.timeoutMs)
  let response: Response
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  } catch {
    throw new RpcError('unreachable', `${label}: no answer`)
  }
  const { status } = response
  const text = await bodyOf(response, label, bounds.maxBytes)
  // Some endpoints answer a JSON-RPC error with a status of 400.
  if (status === 429 || status >= 500 || status < 200 || (status >= 300 && !text.startsWith('{')))
    throw new RpcError('unreachable', `${label}: HTTP status ${status}`)
  return text
}

async function bodyOf(response: Response, label: string, maxBytes: number): Promise<string> {
  try {
    return await boundedText(response, maxBytes)
  } catch (error) {
    if (error instanceof TooLong) throw new RpcError('refused', `${label}: ${error.message}`)
    throw new RpcError('unreachable', `${label}: the answer broke off`)
  }
}
