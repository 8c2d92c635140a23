// Makes the client of a transport, and reads its answers: data, a refusal, or an act that waits for a second person.
import {
  cursorIn,
  operatorClient,
  type Answered,
  type Method,
} from '@corridor/server/operator-client/client.ts'
import { NotReachable, RefusedByService, WaitsForApproval, type Problem } from './refusals.ts'
import { FileBody, type Call } from './rows.ts'

/** Receipts and exports are no JSON. */
export const ANY_TYPE = 'application/json, */*;q=0.5'

export type Answer = { status: number; text: string; bytes: Buffer; link: string | null }
type Transport = (method: Method, address: string, body?: object) => Promise<Answer>

export function callOver(transport: Transport): Call {
  const client = operatorClient<object | FileBody>(
    async <Data>(method: Method, address: string, body?: object): Promise<Answered<Data>> =>
      answered<Data>(await transport(method, address, body)),
  )
  return {
    ...client,
    async download(method, address, body) {
      const answer = await transport(method, address, body)
      return answer.status < 300 ? answer.bytes : answered<Buffer>(answer).data
    },
  }
}

export function answered<Data>({ status, text, link }: Answer): Answered<Data> {
  const answer: { data: Data } & Problem = parsed(status, text)
  if (status >= 400) throw new RefusedByService(answer)
  if (status === 202) throw new WaitsForApproval([JSON.parse(text).data])
  return { status, data: answer.data, cursor: cursorIn(link) }
}

function parsed(status: number, text: string) {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch (error) {
    throw new NotReachable(
      `what answers there (with status ${status}) is no API of Corridor. Give another --url.`,
      { cause: error },
    )
  }
}

export const contentType = (body: object | undefined): { 'content-type'?: string } =>
  body === undefined
    ? {}
    : { 'content-type': body instanceof FileBody ? body.type : 'application/json' }
