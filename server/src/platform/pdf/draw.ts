// Draws a document on pages of A4.
import PDFDocument from 'pdfkit'
import type { PdfDocument } from './document.ts'
import { fontFor, type Slice } from './fonts.ts'
import { linesOf, type Measure } from './layout.ts'
import { analyse, drawable, type Run } from './text-runs.ts'

// In points.
const PAGE = { width: 595, height: 842, margin: 56 }
const VALUE_LEFT = 220
/** Between a label and its value. */
const GAP = 8
const LEADING = 15
const SIZE = 10
const REGULAR = 400
const BOLD = 700

const ACCENT = '#0b6e63'
const [INK, DIM, LINE, WARNING] = ['#16191d', '#57606a', '#dde1e6', '#8a3f06']
/** The mark fits into a square of this. */
const MARK = 40

type Block = {
  text: string
  left: number
  /** Its lines end here, or at the margin. */
  right?: number
  size: number
  weight: number
  above: number
  color: string
  /** The colour of a line below it. */
  line?: string | undefined
}

export async function drawPdf(document: PdfDocument): Promise<Buffer> {
  const blocks = blocksOf(document)
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    // Helvetica would be loaded otherwise.
    font: '',
    lang: document.language ?? 'en',
    displayTitle: true,
    info: {
      Title: `${document.title} ${document.number}`,
      CreationDate: new Date(document.madeAt),
      Producer: 'Corridor',
      Creator: 'Corridor',
    },
  })
  const parts: Buffer[] = []
  const written = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  for (const [name, font] of await fontsOf(blocks)) pdf.registerFont(name, font)
  drawTop(pdf, document)
  drawBlocks(pdf, blocks)
  pdf.end()
  return written
}

function blocksOf(document: PdfDocument): Block[] {
  const { title, number, warning, head, accent = ACCENT, sections, foot } = document
  let isComplete = true
  const block = (text: string, more: Partial<Block> = {}): Block => {
    const shown = drawable(text)
    isComplete &&= shown.isComplete
    const [left, size, weight, above, color] = [PAGE.margin, SIZE, REGULAR, LEADING, INK]
    return { left, size, weight, above, color, ...more, text: shown.text }
  }
  const issuerLeft = PAGE.margin + (head?.mark === undefined ? 0 : MARK + 12)
  const blocks = [
    ...(head === undefined
      ? []
      : [
          block(head.name, { left: issuerLeft, weight: BOLD, size: 12 }),
          ...head.details.map((line) =>
            block(line, { left: issuerLeft, size: 9, above: 13, color: DIM }),
          ),
        ]),
    block(title, { size: 20, weight: BOLD, above: head === undefined ? 20 : 48 }),
    block(number, { above: 20, color: DIM }),
    ...(warning === undefined ? [] : [block(warning, { above: 20, weight: BOLD, color: WARNING })]),
    ...sections.flatMap((section) => [
      block(section.title, { weight: BOLD, size: 11, above: 32, line: accent }),
      ...section.rows.flatMap(([name, value]) => [
        block(name, { color: DIM, above: 18, right: VALUE_LEFT - GAP }),
        block(value, { left: VALUE_LEFT, above: 0, line: LINE }),
      ]),
    ]),
    ...(foot === undefined ? [] : [block(foot, { above: 36, size: 8, color: DIM })]),
  ]
  if (isComplete) return blocks
  const note = 'This file has no font for characters such as {U+E000}. The HTML receipt shows them.'
  return [...blocks, block(note, { above: 24, size: 8, color: DIM })]
}

function drawTop(pdf: PDFKit.PDFDocument, { head, accent = ACCENT }: PdfDocument): void {
  pdf.rect(0, 0, PAGE.width, 6).fill(accent)
  if (head?.mark === undefined) return
  pdf.image(Buffer.from(head.mark), PAGE.margin, PAGE.margin, { fit: [MARK, MARK] })
}

/** The fonts of all texts, by the names under which runs ask for them. */
async function fontsOf(blocks: readonly Block[]): Promise<Map<string, Uint8Array>> {
  const needed = new Map<string, { slice: Slice; weight: number; letters: Set<string> }>()
  for (const { text, weight } of blocks) {
    const { slices } = analyse(text)
    let at = 0
    for (const letter of text) {
      const slice = slices[at]
      at += letter.length
      if (slice === undefined) continue
      const name = fontName(slice, weight)
      const font = needed.get(name) ?? { slice, weight, letters: new Set<string>() }
      // Brackets may be drawn mirrored.
      needed.set(name, { ...font, letters: font.letters.add(letter) })
    }
  }
  const fonts = new Map<string, Uint8Array>()
  for (const [name, { slice, weight, letters }] of needed)
    fonts.set(name, await fontFor(slice, weight, [...letters, ...BRACKETS].join('')))
  return fonts
}
const BRACKETS = '()[]{}<>«»'

const fontName = ({ name }: Slice, weight: number): string => `${name}-${weight}`

function drawBlocks(pdf: PDFKit.PDFDocument, blocks: readonly Block[]): void {
  const bottom = PAGE.height - PAGE.margin
  let y = PAGE.margin
  for (const { text, left, right = PAGE.width - PAGE.margin, ...block } of blocks) {
    const { size, weight, above, color, line } = block
    const inFont = (run: Run) => pdf.font(fontName(run.slice, weight)).fontSize(size)
    const widthOf = (run: Run) => inFont(run).widthOfString(run.text, WHOLE)
    const measure: Measure = (runs) => runs.reduce((sum, run) => sum + widthOf(run), 0)
    for (const [at, runs] of linesOf(text, right - left, measure).entries()) {
      y += at === 0 ? above : size * (LEADING / SIZE)
      if (y > bottom) {
        pdf.addPage()
        y = PAGE.margin + LEADING
      }
      let x = left
      for (const run of runs) {
        inFont(run)
          .fillColor(color)
          .text(run.text, x, y, { ...WHOLE, lineBreak: false, baseline: 'alphabetic' })
        x += widthOf(run)
      }
    }
    if (line !== undefined) drawLine(pdf, y + 6, line)
  }
}

function drawLine(pdf: PDFKit.PDFDocument, y: number, color: string): void {
  pdf.moveTo(PAGE.margin, y).lineTo(PAGE.width - PAGE.margin, y)
  pdf.lineWidth(0.6).stroke(color)
}

/** With a list of features the library shapes a run whole; without, word by word. */
const WHOLE = { features: [] }
