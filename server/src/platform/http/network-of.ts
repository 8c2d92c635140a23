// The network that an address counts as, where failures of strangers are limited. A subscriber of IPv6 has at least 2^64
// addresses (RFC 6177), so a whole /64 counts as one.
import { isIPv6 } from 'node:net'

/** Text that is equal for all addresses of one subscriber. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  // `::` stands for as many groups of zeros as are missing. Two of the eight may be written as an IPv4 address.
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const width = after.length + (after.at(-1)?.includes('.') === true ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - groups.length - width
  const whole = [...groups, ...Array<string>(zeros).fill('0'), ...after]
  const numbers = whole.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${numbers.join(':')}::/64`
}
