// The document around a page: header, navigation by audience, contents. Styles and the script are separate files, because
// the content security policy allows nothing inline.
import { escaped } from '../../platform/http/escaped.ts'
import { groups, type Group } from './pages.ts'
import type { Rendered, Section } from './render-page.ts'

/** Addresses of the files of each page, with the hash of their content, and the environment. */
export type Frame = { styles: string; script: string; environment: 'sandbox' | 'live' }
export type Titles = ReadonlyMap<string, string>

export function documentOf(name: string, page: Rendered, titles: Titles, frame: Frame): string {
  const contents = page.sections.filter(({ level }) => level === 2 || level === 3)
  return `${head(`${page.title} · Corridor`, frame)}
<div class="columns">
<nav class="pages" aria-label="Pages"><details open><summary>Pages</summary>${navigation(name, titles)}</details></nav>
<main id="content">
<article>
${page.html}</article>
${neighbours(name, titles)}
</main>
${contents.length > 1 ? contentsOf(contents) : '<div></div>'}
</div>
</body>
</html>
`
}

/** The first page: links by audience. */
export function homeOf(titles: Titles, frame: Frame): string {
  return `${head('Corridor documents', frame)}
<main id="content" class="home">
<h1>Corridor documents</h1>
<p class="lead">Corridor moves value between two payment instruments, for example USDC on Solana and a COP bank account: a firm quote, an order, a funded deposit, a payout.</p>
<p class="doors"><a href="/docs/quickstart">Quickstart</a> <a href="/docs/reference/">API reference</a> <a href="/docs/errors">Errors</a></p>
${groupsOf(titles)}
</main>
</body>
</html>
`
}

/** For an address without a page: links by audience, as on the first page. */
export function missingOf(titles: Titles, frame: Frame): string {
  return `${head('No such page · Corridor', frame)}
<main id="content" class="home">
<h1>There is no such page</h1>
<p class="lead">It may have another name now. Search for it with <kbd>/</kbd>, or choose a page.</p>
${groupsOf(titles)}
</main>
</body>
</html>
`
}

const groupsOf = (titles: Titles): string => `<div class="groups">
${groups.map((group) => `<section><h2>${escaped(group.title)}</h2><p>${escaped(group.about)}</p>${listOf(group, '', titles)}</section>`).join('\n')}
</div>`

const head = (title: string, { styles, script, environment }: Frame): string =>
  `<!doctype html>
<html lang="en" data-environment="${environment}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styles}">
<script src="${script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/docs/">Corridor</a>
<span class="environment">${environment}</span>
<a class="to-reference" href="/docs/reference/">API reference</a>
<button type="button" class="search" hidden>Search <kbd>/</kbd></button>
<button type="button" class="theme" hidden>Theme</button>
</header>`

const navigation = (current: string, titles: Titles): string =>
  groups
    .map((group) => `<h2>${escaped(group.title)}</h2>${listOf(group, current, titles)}`)
    .join('\n')

function listOf(group: Group, current: string, titles: Titles): string {
  const links = group.pages.map(({ name }) => {
    const mark = name === current ? ' aria-current="page"' : ''
    return `<li><a href="/docs/${name}"${mark}>${escaped(titles.get(name) ?? name)}</a></li>`
  })
  if (group.title === 'Integrate')
    links.push('<li><a href="/docs/reference/">API reference</a></li>')
  if (group.title === 'Operate')
    links.push('<li><a href="/docs/operator-reference/">Operator API reference</a></li>')
  return `<ul>${links.join('')}</ul>`
}

const contentsOf = (sections: readonly Section[]): string =>
  `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${sections
    .map(
      ({ anchor, heading, level }) =>
        `<li class="level-${level}"><a href="#${escaped(anchor)}">${escaped(heading)}</a></li>`,
    )
    .join('')}</ul></nav>`

/** Links to the page before and after, within the same group. */
function neighbours(name: string, titles: Titles): string {
  const group = groups.find((one) => one.pages.some((page) => page.name === name))
  const index = group?.pages.findIndex((page) => page.name === name) ?? -1
  const link = (at: number, rel: 'prev' | 'next') => {
    const other = group?.pages[at]?.name
    if (other === undefined) return '<span></span>'
    const title = escaped(titles.get(other) ?? other)
    return `<a rel="${rel}" href="/docs/${other}">${rel === 'prev' ? `← ${title}` : `${title} →`}</a>`
  }
  return `<nav class="neighbours" aria-label="Previous and next page">${link(index - 1, 'prev')}${link(index + 1, 'next')}</nav>`
}
