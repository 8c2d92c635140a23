// Renders a page of docs/ as HTML: anchors, links between pages, code with values of this deployment. It also yields the
// sections of the page for the search. layout.ts puts the HTML into a document.
import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { MarkdownIt, Token } from 'markdown-it'
import { renderCode, type Values } from './code-blocks.ts'
import { escaped } from '../../platform/http/escaped.ts'
import { pages, type Page } from './pages.ts'

export type Section = { anchor: string; heading: string; level: number; text: string }
export type Rendered = {
  title: string
  html: string
  /** The first one is the beginning of the page, with an empty anchor. Rows of tables have the level 9. */
  sections: Section[]
}

const ROW = 9
/** Around tables that `npm run generate` writes. */
const MARKERS = /^<!-- (?:begin: [a-z ]+|end) -->\n/gm
const LEVELS = ['', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const ROOT = join(import.meta.dirname, '../../../..')
const addresses = new Map([
  ...pages.map(({ name, source }): [string, string] => [source, `/docs/${name}`]),
  [join(ROOT, 'openapi.json'), '/openapi.json'],
  [join(ROOT, 'operator-openapi.json'), '/operator/openapi.json'],
])

export async function renderPage(page: Page, values: Values): Promise<Rendered> {
  // Loaded with the first requested page, since most processes serve none.
  const { default: MarkdownIt } = await import('markdown-it')
  const markdown: MarkdownIt = new MarkdownIt()
  const text = (await readFile(page.source, 'utf8')).replaceAll(MARKERS, '')
  const tokens = markdown.parse(text, {})
  const anchors = new Map<string, number>()
  const whole: Section = { anchor: '', heading: '', level: 1, text: '' }
  const sections = [whole]
  for (const [index, token] of tokens.entries()) {
    const inner = tokens[index + 1]
    if (token.type === 'heading_open') {
      const heading = textOf(inner)
      const anchor = unique(anchors, slugOf(heading))
      token.attrSet('id', anchor)
      if (token.tag === 'h1') whole.heading = heading
      else sections.push({ anchor, heading, level: LEVELS.indexOf(token.tag), text: '' })
    } else if (token.type === 'tr_open') {
      const name = nameOfRow(tokens, index)
      if (name === undefined) continue
      const anchor = unique(anchors, name.replaceAll(' ', '-'))
      token.attrSet('id', anchor)
      const end = tokens.findIndex((one, at) => at > index && one.type === 'tr_close')
      const text = tokens.slice(index, end).map(textOf).join(' ').replaceAll(/\s+/g, ' ')
      sections.splice(-1, 0, { anchor, heading: name, level: ROW, text: text.trim() })
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const last = sections.at(-1)
      if (last !== undefined) last.text += `${textOf(token)} `
    }
    alignByClass(token)
    for (const child of token.children ?? []) directLink(child, page)
  }
  const { rules } = markdown.renderer
  rules['fence'] = (all, index) =>
    renderCode(all[index]?.info ?? '', all[index]?.content ?? '', values)
  rules['table_open'] = () =>
    '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  rules['heading_open'] = (all, index) => {
    const opening = all[index]
    return `<${opening?.tag ?? 'h2'} id="${escaped(attribute(opening, 'id'))}">`
  }
  rules['heading_close'] = (all, index) => {
    const opening = all[index - 2]
    const anchor = escaped(attribute(opening, 'id'))
    return ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a></${opening?.tag ?? 'h2'}>\n`
  }
  const html = markdown.renderer.render(tokens, markdown.options, {})
  return { title: whole.heading, html, sections }
}

const textOf = (token: Token | undefined): string =>
  token?.children?.map(({ content, type }) => (type === 'softbreak' ? ' ' : content)).join('') ?? ''

const attribute = (token: Token | undefined, name: string): string =>
  String(token?.attrGet(name) ?? '')

// The rule of GitHub, so that links work there too.
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function unique(anchors: Map<string, number>, anchor: string): string {
  const count = anchors.get(anchor) ?? 0
  anchors.set(anchor, count + 1)
  return count === 0 ? anchor : `${anchor}-${count}`
}

/** The only code in the first cell of a row, such as an event or a scenario. */
function nameOfRow(tokens: readonly Token[], row: number): string | undefined {
  if (tokens[row + 1]?.type !== 'td_open') return undefined
  const [only, ...more] = tokens[row + 2]?.children ?? []
  if (only?.type !== 'code_inline' || more.length > 0) return undefined
  return /^[\w. :-]{3,60}$/.test(only.content) ? only.content : undefined
}

/** Cells are aligned by a class, since the policy of the page allows no inline style. */
function alignByClass(token: Token): void {
  const style = attribute(token, 'style')
  if (style === '') return
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
  if (style.includes('right')) token.attrJoin('class', 'right')
}

/** Links to served pages stay links. Other files of the repository become text that names the file. */
function directLink(token: Token, page: Page): void {
  if (token.type === 'image') {
    const name = basename(attribute(token, 'src'))
    token.attrSet('src', `/docs/pictures/${name}`)
    token.attrSet('loading', 'lazy')
    return
  }
  const href = token.type === 'link_open' ? attribute(token, 'href') : ''
  if (href === '' || href.startsWith('#')) return
  if (/^https?:/.test(href)) {
    token.attrSet('rel', 'noreferrer')
    return
  }
  const [path = '', anchor] = decodeURI(href).split('#')
  const file = join(page.source, '..', path)
  const address = addresses.get(file)
  if (address !== undefined) {
    token.attrSet('href', anchor === undefined ? address : `${address}#${anchor}`)
    return
  }
  token.attrs = [
    ['class', 'file'],
    ['title', `${relative(ROOT, file)} in the repository`],
  ]
}
