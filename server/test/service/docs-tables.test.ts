// Tables of the documents follow from the declarations: `npm run generate` writes them.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { pages } from '../../src/service/docs/pages.ts'
import { renderPage } from '../../src/service/docs/render-page.ts'
import { pagesWithTables, withTables } from '../support/doc-tables.ts'

test.each(pagesWithTables.map((page) => [basename(page.path), page] as const))(
  'the tables of docs/%s are as the declarations say: run `npm run generate`',
  (_name, { path, tables }) => {
    const text = readFileSync(path, 'utf8')
    expect(withTables(text, tables)).toBe(text)
  },
)

test('a row that nobody explained is refused with what to do', () => {
  const table = {
    headings: ['Name', 'Meaning'],
    rows: (kept: (first: string) => string[]) => [kept('`new`')],
  }
  const page = '<!-- begin: names -->\n| `old` | known |\n<!-- end -->\n'
  expect(() => withTables(page, { names: table })).toThrow('nobody has explained `new`: add a row')
})

test('a reader of the pages sees no marker', async () => {
  const page = pages.find(({ name }) => name === 'approvals')
  if (page === undefined) throw new Error('docs/approvals.md is not served')
  const { html } = await renderPage(page, { baseUrl: '', isSandbox: false, ids: {} })
  expect(html).toContain('order.release')
  expect(html).not.toMatch(/begin: acts|end --/)
})
