// Answers a receipt as HTML or PDF. The path or the Accept header says which.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { failure } from '../../platform/errors.ts'
import { acceptedType } from '../../platform/http/request.ts'
import { HTML_HEADERS, htmlOf } from './html.ts'
import { pdfOf } from './pdf.ts'
import type { Receipt } from './receipt.ts'

export const HTML = 'text/html'
export const PDF = 'application/pdf'

const pdfSchema = Type.String({
  format: 'binary',
  description: 'One page in PDF 1.4. Its bytes are the same whenever the order is.',
  examples: ['%PDF-1.4'],
})

export const receiptAnswers = {
  [HTML]: {
    schema: Type.String({
      description: 'A page without scripts. Its bytes are the same whenever the order is.',
      examples: ['<!doctype html>'],
    }),
  },
  [PDF]: { schema: pdfSchema },
} as const

export const pdfAnswer = { [PDF]: { schema: pdfSchema } } as const

export function sendReceipt(
  request: FastifyRequest,
  reply: FastifyReply,
  receipt: Receipt,
): FastifyReply {
  const { answers = [] } = request.routeOptions.config
  const type = acceptedType(request.headers.accept, answers)
  if (type === undefined) throw failure('not_acceptable', {}, `It is ${answers.join(' or ')}.`)
  const name = `receipt-${receipt.number}`
  void reply.header('vary', 'Accept').header('cache-control', 'private, no-cache')
  if (type === HTML) return reply.headers(HTML_HEADERS).send(htmlOf(receipt))
  return reply
    .headers({
      'content-type': PDF,
      'content-disposition': `inline; filename="${name}.pdf"`,
      'x-content-type-options': 'nosniff',
    })
    .send(pdfOf(receipt))
}
