// Answers a receipt or a statement as HTML or PDF. The path or the Accept header says which.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { failure, retryLater } from '../../platform/errors.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import type { RenderPdf } from '../../platform/pdf/render.ts'
import { acceptedType } from '../../platform/http/request.ts'
import { HTML_HEADERS, htmlOf } from './html.ts'
import type { PdfDocument } from '../../platform/pdf/document.ts'
import { anyText, choice, exact } from '../../platform/http/schemas.ts'
import { languages } from '../../platform/languages.ts'

export const HTML = 'text/html'
export const PDF = 'application/pdf'

const pdfSchema = Type.String({
  format: 'binary',
  description:
    'PDF, with the fonts of the names in it. Its bytes are the same whenever the order is.',
  examples: ['%PDF-1.4'],
})

export const documentAnswers = {
  [HTML]: {
    schema: anyText(
      'A page without scripts. Its bytes are the same whenever the order is.',
      '<!doctype html>',
    ),
  },
  [PDF]: { schema: pdfSchema },
} as const

export const pdfAnswer = { [PDF]: { schema: pdfSchema } } as const

/** The query of every document for customers. */
export const inLanguage = exact({
  language: Type.Optional(
    choice(languages, 'The language of the document. Without it: en.', {
      title: 'DocumentLanguage',
      example: 'es',
    }),
  ),
})

export async function sendDocument(
  { renderPdf, sharedCounts }: { renderPdf: RenderPdf; sharedCounts: SharedCounts },
  request: FastifyRequest,
  reply: FastifyReply,
  document: PdfDocument,
  /** The name, without its ending, of the file that a browser saves. */
  name: string,
): Promise<FastifyReply> {
  const { answers = [] } = request.routeOptions.config
  const type = acceptedType(request.headers.accept, answers)
  if (type === undefined) throw failure('not_acceptable', {}, `It is ${answers.join(' or ')}.`)
  void reply.header('vary', 'Accept').header('cache-control', 'private, no-cache')
  if (type === HTML) return reply.headers(HTML_HEADERS).send(htmlOf(document))
  const bytes = await inPlace(request, sharedCounts, () => renderPdf(document))
  return reply
    .headers({
      'content-type': PDF,
      'content-disposition': `inline; filename="${name}.pdf"`,
      'x-content-type-options': 'nosniff',
    })
    .send(bytes)
}

/** One thread makes all PDFs. */
const MOST_OF_ONE = 2

/** Runs `work` while the enterprise or the operator has one of its places. Others need no connection from then on. */
async function inPlace<T>(
  request: FastifyRequest,
  sharedCounts: SharedCounts,
  work: () => Promise<T>,
): Promise<T> {
  const who = request.caller?.enterpriseId ?? request.operator?.actor ?? ''
  const leave = sharedCounts.open(`PDFs of ${who}`, MOST_OF_ONE)
  if (leave === undefined)
    throw retryLater('rate_limited', 1, 'Other PDFs are being made. Try again soon.')
  try {
    request.leaveGate?.()
    return await work()
  } finally {
    leave()
  }
}
