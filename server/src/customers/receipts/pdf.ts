// A receipt as PDF 1.4: text in Helvetica, which every reader has, so nothing is embedded. The bytes depend on the receipt
// alone: no time of making, and the identifier is a digest of the content.
import { createHash } from 'node:crypto'
import type { Receipt } from './receipt.ts'
import { widthOf, winAnsi } from './winansi.ts'

// In points; A4.
const PAGE = { width: 595, height: 842, margin: 56 }
const VALUE_LEFT = 200
const LEADING = 15
const SIZE = 10

type Line = { text: Buffer; left: number; size: number; isBold: boolean; above: number }

export function pdfOf(receipt: Receipt): Buffer {
  const pages = pagesOf(linesOf(receipt))
  const title = literal(winAnsi(`${receipt.title} ${receipt.number}`).bytes)
  const contents = pages.map(streamOf)
  const firstPage = 6
  const objects: Buffer[] = [
    Buffer.from(
      '<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>',
    ),
    Buffer.from(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${firstPage + 2 * at} 0 R`).join(' ')}] >>`,
    ),
    font('Helvetica'),
    font('Helvetica-Bold'),
    Buffer.concat([Buffer.from('<< /Title '), title, Buffer.from(' >>')]),
    ...contents.flatMap((content, at) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
          `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + 2 * at + 1} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ]
  return fileOf(objects)
}

const font = (name: string): Buffer =>
  Buffer.from(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)

function fileOf(objects: readonly Buffer[]): Buffer {
  // The comment with bytes above 127 tells programs that the file is binary.
  const parts = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let at = parts[0]?.length ?? 0
  const places = objects.map((object, index) => {
    const place = at
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    at += part.length
    return place
  })
  const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32)
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const trailer =
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R /ID [<${id}> <${id}>] >>\n` +
    `startxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(trailer)])
}

function linesOf({ title, number, sections }: Receipt): Line[] {
  let isComplete = true
  const encoded = (text: string): Buffer => {
    const { bytes, isComplete: isWhole } = winAnsi(text)
    isComplete &&= isWhole
    return bytes
  }
  const { margin, width } = PAGE
  const line = (text: Buffer, more: Partial<Line> = {}): Line => ({
    text,
    left: margin,
    size: SIZE,
    isBold: false,
    above: LEADING,
    ...more,
  })
  const lines = [
    line(encoded(title), { size: 20, isBold: true, above: 20 }),
    line(encoded(number), { above: 20 }),
    ...sections.flatMap((section) => [
      line(encoded(section.title), { isBold: true, size: 11, above: 30 }),
      ...section.rows.flatMap(([name, value]) =>
        wrapped(encoded(value), width - margin - VALUE_LEFT).flatMap((part, at) => [
          ...(at === 0 ? [line(encoded(name))] : []),
          line(part, { left: VALUE_LEFT, above: at === 0 ? 0 : LEADING }),
        ]),
      ),
    ]),
  ]
  if (isComplete) return lines
  const note =
    'Characters that this file cannot show are written as {U+...}. The HTML receipt shows them.'
  return [...lines, line(encoded(note), { above: 36, size: 8 })]
}

/** At blanks where there are some, else anywhere. */
function wrapped(text: Buffer, width: number): Buffer[] {
  const most = (width * 1000) / SIZE
  const parts: Buffer[] = []
  let rest = text
  while (widthOf(rest) > most) {
    let end = rest.length
    while (end > 1 && widthOf(rest.subarray(0, end)) > most) end -= 1
    const blank = rest.subarray(0, end + 1).lastIndexOf(BLANK)
    const cut = blank > 0 ? blank : end
    parts.push(rest.subarray(0, cut))
    rest = rest.subarray(blank > 0 ? cut + 1 : cut)
  }
  return [...parts, rest]
}
const BLANK = 0x20

type Placed = Line & { y: number }

function pagesOf(lines: readonly Line[]): Placed[][] {
  const top = PAGE.height - PAGE.margin
  const pages: Placed[][] = [[]]
  let y = top
  for (const line of lines) {
    y -= line.above
    if (y < PAGE.margin) {
      pages.push([])
      y = top - LEADING
    }
    pages.at(-1)?.push({ ...line, y })
  }
  return pages
}

const streamOf = (lines: readonly Placed[]): Buffer =>
  Buffer.concat(
    lines.map(({ text, left, size, isBold, y }) =>
      Buffer.concat([
        Buffer.from(`BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${left} ${y} Td `),
        literal(text),
        Buffer.from(' Tj ET\n'),
      ]),
    ),
  )

/** A string of PDF. Brackets and backslashes are escaped. */
function literal(text: Buffer): Buffer {
  const bytes = [...text].flatMap((byte) => (SPECIAL.has(byte) ? [0x5c, byte] : [byte]))
  return Buffer.from([0x28, ...bytes, 0x29])
}
const SPECIAL = new Set([0x28, 0x29, 0x5c])
