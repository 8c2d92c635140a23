// The types of documents that can be uploaded, and the check of their content. Pure rules.
import { choice } from '../../platform/http/schemas.ts'

const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type DocumentType = (typeof documentTypes)[number]

export const documentType = choice(documentTypes, 'The type of its content.', {
  title: 'DocumentType',
})

/** The bytes that a file of the type begins with. A program of another kind must not pass for a document. */
const beginnings: Readonly<Record<DocumentType, Buffer>> = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}

export const isOfType = (type: DocumentType, content: Buffer): boolean =>
  content.subarray(0, beginnings[type].length).equals(beginnings[type])

/** Undefined for text that is no base64 in its one standard spelling. */
export function bytesOfBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined
}
