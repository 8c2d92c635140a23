// The screener: it looks accounts, names and documents up in a list. A real connector asks a screening company here, with
// the key as the reference of the case.
import { ok, requireSameBody, spelledOnce, type Answer } from './answers.ts'
import type { Book, Json } from './book.ts'

/** A decision is remembered, so that a repeated key gets the same answer although the list has changed. */
export function screen(book: Book, key: string, body: Json): Answer {
  const spelled = spelledOnce(body)
  const known = book.screenings.get(key)
  if (known !== undefined) requireSameBody(key, known, spelled)
  if (known !== undefined && known.answer['status'] !== 'pending') return ok(known.answer)
  const answer = answerAbout(book, key, body)
  if (answer['status'] !== known?.answer['status'])
    book.record({ fact: 'screening', key, body: spelled, answer })
  return ok(answer)
}

function answerAbout(book: Book, key: string, body: Json): Json {
  const statuses = ['accounts', 'names', 'documents']
    .flatMap((field) => textsIn(body[field]))
    .map((text) => book.listed.get(text.toLowerCase()) ?? 'clear')
  const worst = WORST_FIRST.find((status) => statuses.includes(status)) ?? 'clear'
  if (worst === 'clear' || worst === 'pending') return { key, status: worst }
  // The reason is shown to operators. It repeats no name.
  return { key, status: worst, reason: 'listed' }
}

const WORST_FIRST = ['rejected', 'held', 'pending']

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
