// Lists in pages. Iterating reads page after page, each when it is needed.
import type { Received } from './connection.ts'
import { CorridorConnectionError } from './errors.ts'

export type Page<Row> = {
  data: Row[]
  /** The cursor of the next page. Null after the last one. Events have one after the last page too, for what happens later. */
  cursor: string | null
}

type PageQuery = { limit?: number; cursor?: string }

/** `for await (const row of list)` reads all rows. */
export type List<Row> = AsyncIterable<Row> & {
  /** One page: the first, or the one at `cursor`. */
  page(): Promise<Page<Row>>
  pages(): AsyncIterable<Page<Row>>
  /** All rows at once. */
  all(): Promise<Row[]>
}

const PAGE_SIZE = 100

/** `send` reads the page that it is given, with the filters of the list. */
export function listOf<Row>(
  query: PageQuery | undefined,
  send: (page: { limit: number; cursor?: string }) => Promise<Received<{ data: Row[] } | string>>,
  { endless }: { endless: boolean } = { endless: false },
): List<Row> {
  const limit = query?.limit ?? PAGE_SIZE

  async function read(cursor: string | undefined): Promise<Page<Row>> {
    const asked = { limit, ...(cursor === undefined ? {} : { cursor }) }
    const { body, response } = await send(asked)
    // The description allows text for events, which is the stream that a list never asks for.
    if (typeof body === 'string') throw new TypeError('a page of a list is not text')
    return { data: body.data, cursor: nextCursor(response.headers.get('link')) }
  }

  async function* pages(): AsyncGenerator<Page<Row>, void> {
    // Compares each cursor with the one of the last power of two, which finds circles of every length.
    let marked = query?.cursor
    let count = 0
    for (let cursor = query?.cursor; ; ) {
      const page = await read(cursor)
      yield page
      if (page.cursor === null || (endless && page.data.length < limit)) return
      if (page.cursor === marked)
        throw new CorridorConnectionError(
          'the service answers with the same page again. Tell its operator.',
          { attempts: 1, idempotencyKey: undefined },
        )
      cursor = page.cursor
      count += 1
      if (Number.isInteger(Math.log2(count))) marked = cursor
    }
  }

  async function* rows(): AsyncGenerator<Row, void> {
    for await (const page of pages()) yield* page.data
  }

  return {
    [Symbol.asyncIterator]: rows,
    page: () => read(query?.cursor),
    pages,
    async all() {
      const found: Row[] = []
      for await (const row of rows()) found.push(row)
      return found
    },
  }
}

/** Only the cursor is taken from the link, so that the key is never sent to another address. */
function nextCursor(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  if (address === undefined) return null
  return new URLSearchParams(address.slice(address.indexOf('?') + 1)).get('cursor')
}
