// The content of a PDF: a heading, sections of names and values, and what stands above and below them. render.ts makes the
// bytes, html.ts in the folders of the features shows the same content as a page.

export type PdfDocument = {
  /** Of its words, as in `en`. */
  language?: string
  title: string
  /** Below the title. */
  number: string
  /** Below the number, such as that nothing of it is real. */
  warning?: string
  /** Milliseconds since the epoch. The bytes have no other time, so that the same content always has the same bytes. */
  madeAt: number
  /** The company that issues it. */
  head?: { name: string; details: readonly string[]; mark?: Uint8Array | undefined }
  /** A colour as `#rrggbb`, of the line at the top and of the titles of sections. */
  accent?: string | undefined
  sections: readonly { title: string; rows: readonly (readonly [name: string, value: string])[] }[]
  /** In small letters at the end. */
  foot?: string | undefined
}
