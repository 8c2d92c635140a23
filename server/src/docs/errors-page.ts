// Renders docs/errors.md as HTML. Each code is an anchor, and the `type` of a problem links to it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '../../../docs/errors.md')

type Section = {
  code: string
  status: string
  title: string
  items: [name: string, text: string][]
}

export async function readErrorsPage(): Promise<string> {
  const sections = sectionsOf(await readFile(SOURCE, 'utf8'))
  const statuses = [...new Set(sections.map(({ status }) => status))]
  const contents = statuses.map((status) => {
    const links = sections
      .filter((section) => section.status === status)
      .map(({ code }) => `<a href="#${code}"><code>${code}</code></a>`)
    return `<tr><th scope="row">${status}</th><td>${links.join(' ')}</td></tr>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Corridor API: errors</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p><a href="/docs">Corridor API</a></p>
<h1>Errors</h1>
<p>Every failure is <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>. Quote <code>request_id</code> when you ask for help.</p>
<p><b>Same key</b> says whether to retry the unchanged request with the same <code>Idempotency-Key</code>. A refused request has no effect, so its key stays free. After a 500, a 503 or no answer, the request may have taken effect: retry it with the same key.</p>
<table>${contents.join('\n')}</table>
${sections.map(sectionHtml).join('\n')}
</main>
</body>
</html>
`
}

/** Parses the sections `### code` with their items `- Name: text`. */
function sectionsOf(markdown: string): Section[] {
  return markdown.split(/^(?=#{1,3} )/m).flatMap((text): Section[] => {
    const code = /^### (\w+)$/m.exec(text)?.[1]
    if (code === undefined) return []
    const items = [...text.matchAll(/^- ([^:\n]+): (.+)$/gm)].map(
      ([, name = '', rest = '']): [string, string] => [name, rest],
    )
    const valueOf = (wanted: string) => items.find(([name]) => name === wanted)?.[1] ?? ''
    return [
      {
        code,
        status: valueOf('Status'),
        title: valueOf('Title'),
        items: items.filter(([name]) => name !== 'Status' && name !== 'Title'),
      },
    ]
  })
}

const sectionHtml = ({ code, status, title, items }: Section): string =>
  `<section id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <small>${escaped(status)}</small></h2>
<p>${inline(title)}</p>
<dl>${items.map(([name, text]) => `<dt>${escaped(name)}</dt><dd>${inline(text)}</dd>`).join('\n')}</dl>
</section>`

/** Renders code and bold text. A link becomes its text, since the other documents are not served. */
const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
h1 { line-height: 1.2 }
h2 { font-size: 1.1rem; margin: 0 }
h2 a { color: inherit; text-decoration: none }
h2 a:hover { text-decoration: underline }
small { font-weight: normal; opacity: .7 }
code { font: .9em ui-monospace, monospace }
h2 code { font-weight: bold }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; vertical-align: top; padding: .3rem .5rem; border-bottom: 1px solid #8884 }
th { white-space: nowrap; overflow-wrap: normal }
td a { display: inline-block; margin-right: .6rem }
section { border-bottom: 1px solid #8884; padding: 1rem .5rem; scroll-margin-top: 1rem }
section:target { background: #fc03 }
section p { margin: .25rem 0 .5rem }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: .25rem .5rem; margin: 0 }
dt { opacity: .7 }
dd { margin: 0 }
@media (max-width: 500px) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .4rem } }
`
