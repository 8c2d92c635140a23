// The entries of the search: sections of pages, rows of tables such as events and scenarios, and operations of the API.
import type { Page } from './pages.ts'
import type { Rendered } from './render-page.ts'

export type Entry = { url: string; title: string; page: string; anchor: boolean; text: string }

export const entriesOf = (page: Page, { title, sections }: Rendered): Entry[] =>
  sections.map(({ anchor, heading, text }) => ({
    url: anchor === '' ? `/docs/${page.name}` : `/docs/${page.name}#${encodeURIComponent(anchor)}`,
    title: heading,
    page: title,
    anchor: anchor !== '',
    text: text.trim(),
  }))

/** The operations of an OpenAPI description, with the anchors that the reference gives them. */
export function operationsOf(description: unknown): Entry[] {
  return entries(field(description, 'paths')).flatMap(([path, item]) =>
    entries(item).flatMap(([method, operation]): Entry[] => {
      const summary = field(operation, 'summary')
      const id = field(operation, 'operationId')
      const tags = field(operation, 'tags')
      const tag: unknown = Array.isArray(tags) ? tags[0] : undefined
      if (typeof summary !== 'string' || typeof id !== 'string' || typeof tag !== 'string')
        return []
      const slug = tag.toLowerCase().replaceAll(' ', '-')
      return [
        {
          url: `/docs/reference/#tag/${slug}/${method.toUpperCase()}${path}`,
          title: summary,
          page: 'API reference',
          anchor: true,
          text: `${id} ${method.toUpperCase()} ${path} ${tag}`,
        },
      ]
    }),
  )
}

const entries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

const field = (value: unknown, name: string): unknown =>
  entries(value).find(([key]) => key === name)?.[1]
