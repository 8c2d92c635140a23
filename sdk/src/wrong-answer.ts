// The error about an answer that is not Corridor's, or not of the described form. Its sentence says what came from
// where, and what to do. It shows no value of a successful answer, which may be a secret or the details of an account.
import { CorridorConnectionError, type CallFacts } from './errors.ts'

/** Facts about the source of an answer. */
export type Source = CallFacts & {
  /** Address of the deployment. */
  readonly service: string
  /** Method and path of the description. */
  readonly operation: string
  readonly apiKey: string | null
}
type Head = Pick<Response, 'status' | 'headers'>
/** `beginning`: the first bytes of the body. */
export type Arrived = Head & { beginning: Uint8Array }

const CHECK =
  'Check the address of the service, and what is between, such as a proxy or the sign-in page of a network.'
const AGAIN = 'The service may be away for a moment: try again later.'
const VERSION =
  'Use the client of the same version as the service, or tell the operator of the service.'

export function notCorridors(source: Source, answer: Arrived): Error {
  const next = [429, 502, 503, 504].includes(answer.status) ? AGAIN : CHECK
  return wrongAnswer(source, answer, `is not Corridor's${firstWords(answer, source)}. ${next}`)
}

export const notOfTheForm = (source: Source, head: Head, fault: string): Error =>
  wrongAnswer(source, head, `is not of the described form: ${fault}. ${VERSION}`)

export const notText = (source: Source, head: Head): Error =>
  wrongAnswer(source, head, `is not text in UTF-8. ${CHECK}`)

export const tooLong = (source: Source, head: Head, limit: number): Error =>
  wrongAnswer(source, head, `is longer than ${limit / 1_000_000} MB, and was not read on. ${CHECK}`)

/** Corridor never redirects. A redirect is not followed, so that the key goes to no other address. */
export function redirected(source: Source, head: Head): Error {
  const to = URL.canParse(head.headers.get('location') ?? '', source.service)
    ? new URL(head.headers.get('location') ?? '', source.service)
    : undefined
  const where = to === undefined ? 'another address' : to.origin
  return wrongAnswer(
    source,
    head,
    `redirects to ${where}, and was not followed: the key goes only to the given address. If ${where} is the service, give its address.`,
  )
}

function wrongAnswer(source: Source, { status, headers }: Head, what: string): Error {
  const { service, operation, attempts, idempotencyKey } = source
  const requestId = knownForm(headers.get('x-request-id'), /^[\w.-]{1,64}$/)
  const [written] = (headers.get('content-type') ?? '').split(';', 1)
  const type = knownForm(written?.trim(), /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/)
  const facts = [
    // Browsers hide the status of a redirect.
    ...(status === 0 ? [] : [`status ${status}`]),
    ...(type === undefined ? [] : [type]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ]
  const told = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  return new CorridorConnectionError(`${operation} at ${service}: the answer${told} ${what}`, {
    attempts,
    idempotencyKey,
    status,
    requestId,
  })
}

const knownForm = (text: string | null | undefined, form: RegExp): string | undefined =>
  typeof text === 'string' && form.test(text) ? text : undefined

const SHOWN = 80

/** The first words of a page or a refusal. They have no values of a success and nothing that looks like a secret. */
function firstWords({ status, beginning }: Arrived, { apiKey }: Source): string {
  const text = new TextDecoder().decode(beginning)
  if (text.trim() === '') return ': it is empty'
  const isPage = /^\s*</.test(text)
  if (status < 400 && !isPage) return ''
  const plain = (isPage ? withoutTags(text) : text)
    .replaceAll(apiKey ?? /$^/g, '…')
    .replaceAll(/\b(?:ck|co|cs|whsec)_[\w+/=-]+/g, '…')
    .replaceAll(/\bbearer\s+\S+/gi, '…')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (plain === '') return ''
  return `. It begins “${plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain}”`
}

const withoutTags = (page: string): string =>
  page.replaceAll(/<(script|style)\b[^]*?(<\/\1>|$)/gi, ' ').replaceAll(/<[^<>]*>?/g, ' ')
