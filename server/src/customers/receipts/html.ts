// A receipt as HTML: one page without scripts, images or links, to show, print and keep.
import { escaped } from '../../platform/http/escaped.ts'
import type { Receipt } from './receipt.ts'

export const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

export function htmlOf({ title, number, sections }: Receipt): string {
  const parts = sections.map(
    (section) => `<section>
<h2>${escaped(section.title)}</h2>
<dl>
${section.rows.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`).join('\n')}
</dl>
</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${title} ${number}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(number)}</p>
${parts.join('\n')}
</main>
</body>
</html>
`
}

const STYLE = `
:root { color-scheme: light; }
body { margin: 0; background: #f4f5f7; color: #16191d; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 42rem; margin: 2rem auto; padding: 2rem 2.5rem; background: #fff; border: 1px solid #dde1e6; border-radius: 8px; }
h1 { margin: 0; font-size: 1.5rem; }
p { margin: .25rem 0 1.5rem; color: #4a525c; font-variant-numeric: tabular-nums; }
h2 { margin: 1.5rem 0 .25rem; font-size: .95rem; }
dl { margin: 0; border-top: 1px solid #dde1e6; }
dl div { display: flex; gap: 1rem; padding: .4rem 0; border-bottom: 1px solid #eef0f3; }
dt { flex: 0 0 12rem; color: #4a525c; }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
@media (max-width: 34rem) { main { margin: 0; padding: 1.25rem; border: 0; border-radius: 0; } dl div { flex-direction: column; gap: 0; } dt { flex: none; } }
@media print { body { background: #fff; } main { margin: 0; border: 0; padding: 0; } }
`
