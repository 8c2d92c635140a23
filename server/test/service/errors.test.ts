// docs/errors.md explains every code of the table of errors, and no other.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pages } from '../../src/service/docs/pages.ts'
import { renderPage } from '../../src/service/docs/render-page.ts'
import { errorTable, failure } from '../../src/platform/errors.ts'
import { problemOf } from '../../src/platform/http/problem.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8')
// The heading is the bare code, so that its anchor matches the end of `type`.
const sections = document.split(/^(?=#{1,3} )/m).flatMap((text) => {
  const code = /^### (.+)$/m.exec(text)?.[1]
  return code === undefined ? [] : [{ code, text }]
})
const codes = Object.keys(errorTable)

const line = (text: string, name: string): string | undefined =>
  new RegExp(`^- ${name}: (.+)$`, 'm').exec(text)?.[1]

test('every code has one section, and every section describes a code', () => {
  expect(sections.map((section) => section.code).sort()).toEqual([...codes].sort())
})

describe('the section', () => {
  test.each(Object.entries(errorTable))(
    '%s states the status and title of the table',
    (code, row) => {
      const text = sections.find((section) => section.code === code)?.text ?? ''
      expect(line(text, 'Status')).toBe(String(row.status))
      expect(line(text, 'Title')).toBe(row.title)
    },
  )

  test.each(codes)(
    '%s says when it happens, what to do, and whether the key can be reused',
    (code) => {
      const text = sections.find((section) => section.code === code)?.text ?? ''
      for (const name of ['When', 'Do', 'Same key']) expect(line(text, name), name).toBeDefined()
    },
  )
})

test('the example matches a problem that the service renders', () => {
  const example: unknown = JSON.parse(/```json[^\n]*\n([^`]+)```/.exec(document)?.[1] ?? '')
  const written = problemOf(
    failure('quote_expired', { submission_expires_at: '2026-03-02T14:35:09.120Z' }),
    {
      docsUrl: 'https://corridor.example/docs',
      path: '/v1/organizations/org_01jqe8m2x4fv5s0t6w7y8z9abc/orders',
      requestId: 'req_5f0c9b1e7a3d2468ace01357',
    },
  )
  expect(example).toEqual(JSON.parse(JSON.stringify(written)))
})

test('the page behind `type` has an anchor and the full text for every code', async () => {
  const page = pages.find(({ name }) => name === 'errors')
  if (page === undefined) throw new Error('docs/errors.md is not served')
  const { html } = await renderPage(page, { baseUrl: '', isSandbox: false, ids: {} })
  const anchors = [...html.matchAll(/<h3 id="(\w+)">/g)].map((match) => match[1])
  expect(anchors.toSorted()).toEqual(codes.toSorted())
  expect(html.match(/<li>(When|Do|Same key): (?!<)/g)?.length).toBeGreaterThan(2 * codes.length)
  expect(html).not.toMatch(/\]\(|`/)
})
