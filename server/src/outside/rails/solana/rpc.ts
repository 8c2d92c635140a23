// One RPC node: JSON-RPC over HTTP, bounded in bytes and in time. It translates no answers: answers.ts checks them.
// Kit's own transport reads bodies of any size and trusts their shape.
import { boundedText, TooLong } from '../../../platform/bounded-text.ts'

/** An error that the node answered. `reason` is the error of a simulated transaction, if there is one. */
export class RpcRefusal extends Error {
  readonly code: number
  readonly reason: unknown
  constructor(label: string, method: string, code: number, reason: unknown) {
    super(`${label} answered ${method} with error ${code}${briefly(reason)}`)
    this.code = code
    this.reason = reason
  }
}

export type RpcCall = (method: string, params: readonly unknown[]) => Promise<unknown>
export type RpcOptions = { timeoutMs: number; mostBytes: number }

export const rpcOptions: RpcOptions = { timeoutMs: 5_000, mostBytes: 1_000_000 }

/**
 * `label` names the node in messages: its address may contain the key of an account. Throws `RpcRefusal` for an error of
 * the node, and an Error for everything else that is no answer.
 */
export function openRpc(url: string, label: string, { timeoutMs, mostBytes }: RpcOptions): RpcCall {
  return async (method, params) => {
    const unusable = (why: string) => new Error(`${label} did not answer ${method}: ${why}`)
    let body: string
    let response: Response
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      body = await boundedText(response, mostBytes)
      // Nodes answer 200 to refused requests; some proxies answer 4xx with the JSON-RPC error in the body.
      if (response.status >= 500 || response.status === 429)
        throw new Error(`HTTP ${response.status}`)
    } catch (error) {
      throw unusable(reasonOf(error))
    }
    const answer = parsed(body)
    if (answer === undefined) throw unusable('the answer is not JSON-RPC')
    if ('result' in answer) {
      if (!response.ok) throw unusable(`HTTP ${response.status}`)
      return answer.result
    }
    const { code, data } = Object(answer.error)
    if (typeof code !== 'number') throw unusable('the answer is not JSON-RPC')
    throw new RpcRefusal(label, method, code, Object(data).err)
  }
}

function parsed(body: string): { result: unknown } | { error: unknown } | undefined {
  try {
    const answer: unknown = JSON.parse(body)
    if (typeof answer !== 'object' || answer === null) return undefined
    if ('error' in answer && answer.error !== null) return { error: answer.error }
    return 'result' in answer ? { result: answer.result } : undefined
  } catch {
    return undefined
  }
}

// The messages of fetch name its causes only in `cause`, whose message can contain the address.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  if (error.name === 'TimeoutError') return 'it took too long'
  const { code } = Object(error.cause)
  if (typeof code === 'string') return code
  return error instanceof TooLong || /^HTTP \d/.test(error.message) ? error.message : 'it failed'
}

const briefly = (reason: unknown): string =>
  reason === undefined ? '' : ` (${JSON.stringify(reason).slice(0, 120)})`
