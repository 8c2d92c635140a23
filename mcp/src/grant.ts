// The permissions that a person gives the server at its start. Without a grant it only reads.
import { decimal } from '@corridor/sdk'

/** `quotes` moves no money, `orders` does, `sandbox` simulates payments of a sandbox. */
const permissions = ['quotes', 'orders', 'sandbox'] as const
type Permission = (typeof permissions)[number]

export type Grant = {
  allowed: ReadonlySet<Permission>
  /** The most of each payin currency that orders may total in a day. Any other currency is refused. */
  dailyLimits: ReadonlyMap<string, string>
}

/** `allow` has permissions separated by commas, each limit is such as `1000.00 USDC/day`. */
export function grantOf(allow: string, limits: readonly string[]): Grant {
  const names = allow
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const allowed = new Set(names.map(permissionOf))
  const dailyLimits = new Map<string, string>()
  for (const text of limits) {
    const [amount, currency] = limitOf(text)
    if (dailyLimits.has(currency)) throw new Error(`--limit is given twice for ${currency}`)
    dailyLimits.set(currency, amount)
  }
  if (allowed.has('orders') && dailyLimits.size === 0)
    throw new Error("--allow orders needs a limit, such as --limit '1000.00 USDC/day'")
  if (!allowed.has('orders') && dailyLimits.size > 0)
    throw new Error('--limit is for orders: add --allow orders')
  return { allowed, dailyLimits }
}

function permissionOf(name: string): Permission {
  const found = permissions.find((one) => one === name)
  if (found === undefined)
    throw new Error(`--allow ${name} is unknown: it must be ${permissions.join(', ')}`)
  return found
}

function limitOf(text: string): [amount: string, currency: string] {
  const match = /^((?:0|[1-9]\d{0,17})(?:\.\d{1,18})?) ([A-Z]{3,5})\/day$/.exec(text)
  const [, amount = '0', currency = ''] = match ?? []
  if (decimal.compare(amount, '0') <= 0)
    throw new Error(`--limit '${text}' must be an amount above zero such as '1000.00 USDC/day'`)
  return [amount, currency]
}

/** For the person and the model, such as `orders up to 1000.00 USDC/day`. */
export function inWords({ allowed, dailyLimits }: Grant): string {
  if (allowed.size === 0) return 'nothing but reading'
  const limits = [...dailyLimits].map(([currency, amount]) => `${amount} ${currency}/day`)
  return [...allowed]
    .map((one) => (one === 'orders' ? `orders up to ${limits.join(' and ')}` : one))
    .join(', ')
}
