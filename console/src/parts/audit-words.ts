// The facts of an entry of an audit trail in words: first what changed, then the rest.

/** `role: viewer → operator, disabled: no` of `{ before: { role: … }, after: { … } }`. Names are those of the API. */
export function wordsOf(detail: unknown): string {
  const { before, after, ...rest } = fieldsOf(detail)
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const [from, to] = [valueOf(was[name]), valueOf(is[name])]
    if (!(name in was)) return `${nameOf(name)}: ${to}`
    return from === to ? [] : `${nameOf(name)}: ${from} → ${to}`
  })
  const others = Object.entries(rest).map(([name, value]) => `${nameOf(name)}: ${valueOf(value)}`)
  return [...changed, ...others].join(', ')
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const nameOf = (name: string): string => name.replace(/^is_/, '').replaceAll('_', ' ')

function valueOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueOf).join(' + ')
  if (typeof value !== 'object') return String(value)
  const { amount, currency, ...others } = fieldsOf(value)
  return typeof amount === 'string' && Object.keys(others).length === 0
    ? `${amount} ${String(currency)}`
    : wordsOf(value)
}
