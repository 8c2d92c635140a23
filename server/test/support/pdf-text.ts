// Reads the text of a PDF as a reader that copies it does: glyphs by their font's table of characters. It knows the files
// of platform/pdf only.
import { inflateSync } from 'node:zlib'

/** The text of all pages, without the breaks of lines. */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<string, string>>()
  for (const { text } of objects.values())
    for (const [, name = '', id = ''] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.text ?? '')?.[1] ?? ''
      fonts.set(name, charactersOf(objects.get(table)?.stream ?? ''))
    }
  let font: Map<string, string> | undefined
  let found = ''
  for (const { stream } of objects.values())
    for (const [, name, glyphs = ''] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) font = fonts.get(name)
      for (const [, hex = ''] of glyphs.matchAll(/<([0-9a-f]*)>/g))
        for (const glyph of hex.match(/.{4}/g) ?? []) found += font?.get(glyph) ?? '\ufffd'
    }
  return found
}

export const pagesOfPdf = (pdf: Buffer): number =>
  [...objectsOf(pdf).values()].filter(({ text }) => text.includes('/Type /Page\n')).length

type PdfObject = { text: string; stream: string }

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  const all = pdf.toString('latin1')
  for (const match of all.matchAll(/^(\d+) 0 obj\n/gm)) {
    const [whole, id = ''] = match
    const start = match.index + whole.length
    const text = all.slice(start, all.indexOf('\nendobj', start))
    const length = Number(/\/Length (\d+)/.exec(text)?.[1] ?? '')
    const begin = text.indexOf('stream\n') + 'stream\n'.length
    const isPacked = text.includes('/FlateDecode') && text.includes('stream\n')
    const bytes = pdf.subarray(start + begin, start + begin + length)
    const stream = isPacked ? inflateSync(bytes).toString('latin1') : ''
    objects.set(id, { text: isPacked ? text.slice(0, begin) : text, stream })
  }
  return objects
}

function charactersOf(table: string): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [, first = '', entries = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [at, [, hex = '']] of [...entries.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? []
      const glyph = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0')
      characters.set(glyph, units.map((unit) => String.fromCharCode(parseInt(unit, 16))).join(''))
    }
  return characters
}
