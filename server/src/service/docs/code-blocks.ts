// Renders the code of a page. In a sandbox, commands show its own address and ids. A key is never in a page: the browser
// fills it in if the reader has it (assets/docs.js, docs/decisions/0085).
import { escaped } from '../../platform/http/escaped.ts'

/** The values of variables in commands. Without a sandbox only the address is known. */
export type Values = { baseUrl: string; isSandbox: boolean; ids: Readonly<Record<string, string>> }

/** The line that sets the variables of a page, where the sandbox's own files are. */
const SET_UP = '. .corridor/sandbox.env'
const FRESH_KEY = "$(node -p 'crypto.randomUUID()')"

export function renderCode(info: string, code: string, values: Values): string {
  const [language = ''] = info.split(/\s/, 1)
  // A table next to the diagram has the same; drawing it takes a library of several megabytes.
  if (language === 'mermaid') return ''
  const label = language === '' ? 'text' : language
  const html = language === 'sh' ? commands(code, values) : escaped(code)
  return `<div class="code"><pre tabindex="0" data-language="${escaped(label)}"><code>${html}</code></pre></div>\n`
}

function commands(code: string, values: Values): string {
  const lines = code.split('\n').flatMap((line) => {
    if (line !== SET_UP || values.isSandbox) return [line]
    return [
      `BASE=${values.baseUrl}`,
      'KEY=ck_live_…  # your API key',
      'ORG=org_…  # the id of your organization',
    ]
  })
  return lines
    .map((line) => {
      const html = escaped(line)
        .replaceAll(escaped(FRESH_KEY), `<span class="fresh">${escaped(FRESH_KEY)}</span>`)
        .replaceAll(/\$(\w+)/g, (text, name: string) => valueOf(name, values) ?? text)
      return /^\s*#/.test(line) ? `<span class="comment">${html}</span>` : html
    })
    .join('\n')
}

function valueOf(name: string, { baseUrl, isSandbox, ids }: Values): string | undefined {
  if (!isSandbox) return undefined
  if (name === 'KEY') return '<span class="key">$KEY</span>'
  const value = name === 'BASE' ? baseUrl : ids[name]
  return value === undefined ? undefined : `<span class="filled">${escaped(value)}</span>`
}
