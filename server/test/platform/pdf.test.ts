// PDFs: names in every script, in the order of reading, within the page, and in a thread of its own.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PdfDocument } from '../../src/platform/pdf/document.ts'
import { drawPdf } from '../../src/platform/pdf/draw.ts'
import { linesOf } from '../../src/platform/pdf/layout.ts'
import { createPdfRenderer } from '../../src/platform/pdf/render.ts'
import { analyse, drawable, runsOf, type Run } from '../../src/platform/pdf/text-runs.ts'
import { pagesOfPdf, textOfPdf } from '../support/pdf-text.ts'

const documentOf = (...values: string[]): PdfDocument => ({
  title: 'Payment receipt',
  number: 'CO-20260302-7KQ2M4XZ',
  madeAt: Date.UTC(2026, 2, 2),
  sections: [{ title: 'Paid out', rows: values.map((value, at) => [`Row ${at}`, value]) }],
})

/** A line as it reads: a run from right to left has its letters in the order of reading. */
const shownOf = (text: string): string[] =>
  runsOf(analyse(text), 0, text.length).map((run) => run.text)

const NAMES = {
  Latin: 'Peluquería Ñandú & Compañía – €',
  Vietnamese: 'Công ty Nguyễn',
  Cyrillic: 'ООО «Северный ветер»',
  Greek: 'Ελληνική Εταιρεία',
  Chinese: '上海晨光贸易有限公司（浦东）',
  Japanese: '株式会社サンプル',
  Korean: '주식회사 한국',
  Thai: 'บริษัท ไทย (มหาชน)',
}

describe('names', () => {
  test.each(Object.entries(NAMES))('in %s are in the file as they are', async (_, name) => {
    expect(drawable(name)).toEqual({ text: name, isComplete: true })
    expect(textOfPdf(await drawPdf(documentOf(name)))).toContain(name)
  })

  test('in Arabic, Hebrew and Devanagari have a font for every letter', () => {
    for (const name of [
      'شركة محمد للتجارة',
      'חברה בע"מ',
      'हिन्दी क्षत्रिय प्रार्थना',
      'বাংলা',
      'தமிழ்',
    ])
      expect(drawable(name)).toEqual({ text: name, isComplete: true })
  })

  test('in Arabic run from right to left, numbers in them from left to right', () => {
    expect(shownOf('شركة محمد')).toEqual(['محمد', ' ', 'شركة'])
    expect(shownOf('شركة (القاهرة) 2026').join('|')).toBe('2026| (|القاهرة|) |شركة')
    expect(shownOf('Account of شركة محمد, Cairo').join('|')).toBe('Account of |محمد| |شركة|, Cairo')
  })

  test('break into lines in the order of reading', () => {
    const lines = linesOf('شركة محمد للتجارة', 10, (runs) => lettersOf(runs).length)
    expect(lines.map((runs) => runs.map(({ text }) => text))).toEqual([
      ['محمد', ' ', 'شركة'],
      ['للتجارة'],
    ])
  })

  test('without a font are written by their numbers, and the file says so', async () => {
    expect(drawable('ᚠa')).toEqual({ text: '{U+16A0}a', isComplete: false })
    const text = textOfPdf(await drawPdf(documentOf('ᚠ')))
    expect(text).toContain('{U+16A0}')
    expect(text).toContain('This file has no font for characters such as')
  })

  test('cannot turn the words after them around', () => {
    const override = String.fromCodePoint(0x20_2e)
    expect(drawable(`evil${override}4321`).text).toBe('evil4321')
  })
})

const lettersOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

test('no line is wider than its column, and no letter is lost, for every text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.integer({ min: 12, max: 40 }),
      (given, width) => {
        const { text } = drawable(given)
        const lines = linesOf(text, width, (runs) => lettersOf(runs).length)
        for (const line of lines) expect(lettersOf(line).length).toBeLessThanOrEqual(width)
        const sorted = (letters: string) => [...letters.replaceAll(' ', '')].toSorted().join('')
        // Brackets are mirrored in text from right to left.
        const bare = (letters: string) => sorted(letters.replaceAll(/[^\p{L}\p{N}]/gu, ''))
        expect(bare(lines.map(lettersOf).join(''))).toBe(bare(text))
      },
    ),
    { numRuns: 200 },
  )
})

test('many rows go on on another page', async () => {
  const pdf = await drawPdf(documentOf(...Array.from({ length: 90 }, (_, at) => `value ${at}`)))
  expect(pagesOfPdf(pdf)).toBe(3)
  expect(textOfPdf(pdf)).toContain('value 89')
})

describe('the renderer', () => {
  test('makes the same bytes for the same content, and holds up no other work', async () => {
    const { renderPdf, close } = createPdfRenderer()
    try {
      const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()]
      const names = documentOf(...Object.values(NAMES))
      const made = await Promise.all([1, 2, 3].map(() => renderPdf(names)))
      const [here, everywhere] = [process.threadCpuUsage(thread), process.cpuUsage(all)]
      expect(made[1]).toEqual(made[0])
      expect(made[2]).toEqual(await drawPdf(names))
      expect(here.user + here.system).toBeLessThan((everywhere.user + everywhere.system) / 4)
    } finally {
      await close()
    }
  })

  test('starts again after its thread ended', async () => {
    const { renderPdf, close } = createPdfRenderer(1)
    const first = await renderPdf(documentOf('a'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await renderPdf(documentOf('a'))).toEqual(first)
    const refused = expect(renderPdf(documentOf('a'))).rejects.toThrow('the service stops')
    await close()
    await refused
  })
})
