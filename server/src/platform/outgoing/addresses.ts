// Decides which addresses webhooks may reach: those that IANA lists as globally reachable, and further ones that the
// deployment allows. Pure; target.ts resolves names.
// https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { WebhookTargets } from '../config.ts'

const NOT_PUBLIC_V4 = ranges('ipv4', [
  '0.0.0.0/8', // this network, and unspecified
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local: the metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
])

// All routed addresses are in this range. Loopback, private, link-local and multicast addresses are outside it, and so
// are those that contain an IPv4 address: mapped, translated, NAT64.
const GLOBAL_V6 = ranges('ipv6', ['2000::/3'])
const NOT_PUBLIC_V6 = ranges('ipv6', [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which contains an IPv4 address
  '3fff::/20', // documentation
])

const LOOPBACK_V4 = ranges('ipv4', ['127.0.0.0/8'])
const PRIVATE_V4 = ranges('ipv4', [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.168.0.0/16',
])
const LOOPBACK_V6 = ranges('ipv6', ['::1/128'])
const PRIVATE_V6 = ranges('ipv6', ['fc00::/7'])

/** False for text that is no address, and for link-local addresses. */
export function isAllowedAddress(address: string, targets: WebhookTargets): boolean {
  if (isPublic(address)) return true
  if (targets !== 'public' && isLoopback(address)) return true
  return targets === 'private' && isPrivate(address)
}

export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return LOOPBACK_V4.check(address, 'ipv4')
  return isIPv6(address) && !isMapped(address) && LOOPBACK_V6.check(address, 'ipv6')
}

function isPublic(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC_V4.check(address, 'ipv4')
  return (
    isIPv6(address) &&
    !isMapped(address) &&
    GLOBAL_V6.check(address, 'ipv6') &&
    !NOT_PUBLIC_V6.check(address, 'ipv6')
  )
}

function isPrivate(address: string): boolean {
  if (isIPv4(address)) return PRIVATE_V4.check(address, 'ipv4')
  return isIPv6(address) && !isMapped(address) && PRIVATE_V6.check(address, 'ipv6')
}

// BlockList checks mapped addresses against IPv4 rules. Webhooks never need them, so refuse all.
const MAPPED = ranges('ipv6', ['::ffff:0:0/96'])
const isMapped = (address: string): boolean => MAPPED.check(address, 'ipv6')

function ranges(family: 'ipv4' | 'ipv6', list: readonly string[]): BlockList {
  const blocks = new BlockList()
  for (const range of list) {
    const [network = '', bits = ''] = range.split('/')
    blocks.addSubnet(network, Number.parseInt(bits, 10), family)
  }
  return blocks
}
