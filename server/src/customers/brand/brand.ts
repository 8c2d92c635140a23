// The desk's name and look, from the operator file: what customers see in the console, on receipts and in the documents.
import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { rows, type Db } from '../../platform/db/pool.ts'
import { write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { lately } from '../../platform/lately.ts'

const optional = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }))

export const brandSchema = Type.Object(
  {
    name: optional(60),
    /** A colour as `#rrggbb`. */
    accent: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
    /** A PNG in base64. */
    mark: optional(90_000),
    /** The company that issues receipts. */
    issuer: Type.Optional(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 200 }),
          details: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 8 }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    /** How customers reach the desk: a mail address, or a link. */
    contact: optional(200),
    /** Below every receipt. */
    conditions: optional(2000),
  },
  { additionalProperties: false },
)
export type Brand = Static<typeof brandSchema>

const SELECT_BRAND = statement('select_brand', [], `select content from brand`)

export async function selectBrand(db: Db): Promise<Brand> {
  const [row] = await rows<{ content: Brand }>(db, SELECT_BRAND)
  if (row === undefined) throw new Error('the table brand has no row')
  return row.content
}

export const updateBrand = write(
  'update_brand',
  ['content'],
  `update brand set content = $1::jsonb`,
  (brand: Brand) => [JSON.stringify(brand)],
)

export const markOf = ({ mark }: Brand): Buffer | undefined =>
  mark === undefined ? undefined : Buffer.from(mark, 'base64')

/** Names the file of the mark, so that browsers may keep it. */
export const hashOfMark = (mark: Buffer): string =>
  createHash('sha256').update(mark).digest('hex').slice(0, 16)

/** Pages ask with each visit, without a key. */
const MOST_AGE_MS = 2000

export type PresentBrand = () => Promise<Brand>

export const openBrand = (db: Db): PresentBrand =>
  lately(MOST_AGE_MS, () => selectBrand(db)).present

/** The name that mails and authenticator apps show. */
export const openDeskName = (present: PresentBrand) => async (): Promise<string> =>
  (await present()).name ?? 'Corridor'
