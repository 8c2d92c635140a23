// The section `brand`: the desk's name and look. It is the whole brand: what it omits has no value.
import { isDeepStrictEqual } from 'node:util'
import { Value } from 'typebox/value'
import {
  brandSchema,
  hashOfMark,
  markOf,
  selectBrand,
  updateBrand,
  type Brand,
} from '../../../customers/brand/brand.ts'
import { createPdfRenderer } from '../../../platform/pdf/render.ts'
import type { Applying } from '../applying.ts'
import { changed } from '../differences.ts'
import { valueAt, type Place } from '../judging.ts'
import type { Section } from '../section.ts'

export const brand: Section = {
  key: 'brand',
  noun: 'brand',
  schema: brandSchema,
  stage: 'limits',
  check(file, content) {
    const described = valueAt(content, 'brand')
    if (!Value.Check(brandSchema, described)) return undefined
    checkMark(file.at('brand').at('mark'), described)
    checkContact(file.at('brand').at('contact'), described)
    return {
      apply: (applying) => apply(applying, described),
      undo: ({ db }) => selectBrand(db),
      beyondRoutes: ['brand'],
    }
  },
  async write({ db }) {
    const present = await selectBrand(db)
    return Object.keys(present).length === 0 ? undefined : present
  },
  merge: (undos) => undos.at(-1),
}

/** Pixels. A receipt decodes the mark each time. */
const MOST_PIXELS = 512
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function checkMark(place: Place, described: Brand): void {
  const mark = markOf(described)
  if (mark === undefined) return
  if (!mark.subarray(0, PNG.length).equals(PNG) || mark.length < 24)
    return place.problem('mark must be a PNG in base64, such as `base64 -w0 mark.png` prints it')
  const [width, height] = [mark.readUInt32BE(16), mark.readUInt32BE(20)]
  if (Math.max(width, height) > MOST_PIXELS)
    place.problem(
      `mark has ${width} × ${height} pixels; it must have at most ${MOST_PIXELS} × ${MOST_PIXELS}`,
    )
}

function checkContact(place: Place, { contact }: Brand): void {
  if (contact === undefined || isMail(contact) || isLink(contact)) return
  place.problem(
    'contact must be a mail address such as desk@example.com, or a link that begins with https://',
  )
}

const isMail = (text: string): boolean => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)
const isLink = (text: string): boolean => /^https:\/\/[!-~]+$/.test(text) && URL.canParse(text)

async function apply({ db, changes, problems }: Applying, after: Brand): Promise<void> {
  const before = await selectBrand(db)
  const details = (['name', 'accent', 'mark', 'contact', 'issuer', 'conditions'] as const).flatMap(
    (key) =>
      isDeepStrictEqual(before[key], after[key])
        ? []
        : [changed(key, textOf(before, key), textOf(after, key))],
  )
  if (details.length === 0) return
  if (after.mark !== before.mark && !(await isDrawn(after)))
    problems.push({
      path: ['brand', 'mark'],
      reason: 'mark cannot be read: save it again as a PNG without interlacing',
    })
  await updateBrand(db, after)
  changes.push({ verb: 'change', what: 'brand', details })
}

function textOf(described: Brand, key: keyof Brand): string {
  if (key === 'mark') {
    const mark = markOf(described)
    return mark === undefined ? '-' : `${mark.length} bytes, ${hashOfMark(mark)}`
  }
  const value = described[key]
  return typeof value === 'object'
    ? [value.name, ...(value.details ?? [])].join(', ')
    : (value ?? '-')
}

/** Whether a receipt can show the mark. A damaged picture may end the thread that draws it. */
async function isDrawn(described: Brand): Promise<boolean> {
  const mark = markOf(described)
  if (mark === undefined) return true
  const { renderPdf, close } = createPdfRenderer()
  try {
    const head = { name: 'Mark', details: [], mark }
    await renderPdf({ title: 'Mark', number: '', madeAt: 0, sections: [], head })
    return true
  } catch {
    return false
  } finally {
    await close()
  }
}
