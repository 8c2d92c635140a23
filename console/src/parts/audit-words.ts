// The facts of an entry of an audit trail in words: first what changed, then the rest.

type Names = Readonly<Record<string, string>>
/** The language of the page. Fields without a name keep that of the API, without `is_` and `_`. */
export type AuditWords = {
  yes: string
  no: string
  field: Names
  value: Names
  /** The word for another identifier, such as a status. */
  wordOf?: ((name: string) => string) | undefined
}

/** `role: viewer → operator, disabled: no` of `{ before: { role: … }, after: { … } }`. */
export function wordsOf(detail: unknown, words: AuditWords): string {
  const { before, after, ...rest } = fieldsOf(detail)
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const nameOf = (name: string): string =>
    named(words.field, name) ?? name.replace(/^is_/, '').replaceAll('_', ' ')
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const [from, to] = [valueOf(was[name], words), valueOf(is[name], words)]
    if (!(name in was)) return `${nameOf(name)}: ${to}`
    return from === to ? [] : `${nameOf(name)}: ${from} → ${to}`
  })
  const others = Object.entries(rest).map(
    ([name, value]) => `${nameOf(name)}: ${valueOf(value, words)}`,
  )
  return [...changed, ...others].join(', ')
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const named = (names: Names, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined

function valueOf(value: unknown, words: AuditWords): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((one) => valueOf(one, words)).join(' + ')
  if (typeof value !== 'object')
    return named(words.value, String(value)) ?? words.wordOf?.(String(value)) ?? String(value)
  const { amount, currency, ...others } = fieldsOf(value)
  return typeof amount === 'string' && Object.keys(others).length === 0
    ? `${amount} ${String(currency)}`
    : wordsOf(value, words)
}
