// A receipt as HTML: one page without scripts, images or links, to show, print and keep.
import { escaped } from '../../platform/http/escaped.ts'
import type { Receipt } from './receipt.ts'

export const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

export function htmlOf({
  language = 'en',
  title,
  number,
  warning,
  head,
  accent,
  sections,
  foot,
}: Receipt): string {
  const parts = sections.map(
    (section) => `<section>
<h2>${escaped(section.title)}</h2>
<dl>
${section.rows.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd dir="auto">${escaped(value)}</dd></div>`).join('\n')}
</dl>
</section>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${title} ${number}`)}</title>
<style>${STYLE}${accent === undefined ? '' : `:root { --accent: ${accent}; }`}</style>
</head>
<body>
<main>
${headOf(head)}<h1>${escaped(title)}</h1>
<p>${escaped(number)}</p>
${warning === undefined ? '' : `<p class="warning">${escaped(warning)}</p>\n`}${parts.join('\n')}
${foot === undefined ? '' : `<p class="foot" dir="auto">${escaped(foot)}</p>\n`}</main>
</body>
</html>
`
}

function headOf(head: Receipt['head']): string {
  if (head === undefined) return ''
  const { name, details, mark } = head
  const picture =
    mark === undefined
      ? ''
      : `<img alt="" src="data:image/png;base64,${Buffer.from(mark).toString('base64')}">`
  const lines = details.map((line) => `<br>${escaped(line)}`).join('')
  return `<header>${picture}<address dir="auto"><strong>${escaped(name)}</strong>${lines}</address></header>\n`
}

const STYLE = `
:root { color-scheme: light; --accent: #0b6e63; }
header { display: flex; gap: 1rem; margin-bottom: 2.5rem; }
header img { width: 3.5rem; height: 3.5rem; object-fit: contain; object-position: top; }
address { font-style: normal; font-size: .85rem; color: #4a525c; }
address strong { font-size: 1.05rem; color: #16191d; }
.warning { margin: 0 0 1rem; padding: .4rem .75rem; border: 1px solid #b45309; color: #8a3f06; font-weight: 600; }
.foot { margin: 2rem 0 0; font-size: .8rem; white-space: pre-line; }
body { margin: 0; background: #f4f5f7; color: #16191d; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 42rem; margin: 2rem auto; padding: 2rem 2.5rem; background: #fff; border: 1px solid #dde1e6; border-top: 5px solid var(--accent); border-radius: 8px; }
h1 { margin: 0; font-size: 1.5rem; }
p { margin: .25rem 0 1.5rem; color: #4a525c; font-variant-numeric: tabular-nums; }
h2 { margin: 1.5rem 0 .25rem; font-size: .95rem; }
dl { margin: 0; border-top: 1px solid var(--accent); }
dl div { display: flex; gap: 1rem; padding: .4rem 0; border-bottom: 1px solid #eef0f3; }
dt { flex: 0 0 12rem; color: #4a525c; }
dd { margin: 0; text-align: left; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
@media (max-width: 34rem) { main { margin: 0; padding: 1.25rem; border: 0; border-radius: 0; } dl div { flex-direction: column; gap: 0; } dt { flex: none; } }
@media print { body { background: #fff; } main { margin: 0; border: 0; padding: 0; } }
`
