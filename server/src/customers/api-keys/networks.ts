// Addresses that a key may be used from, as people write them, in the CIDR form that the database keeps.
import { isIP } from 'node:net'
import { rows, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'

const SELECT_NETWORKS = statement(
  'select_networks',
  ['addresses'],
  `select network(a.address)::text as network, host(a.address) = host(network(a.address)) as is_whole
     from unnest($1::inet[]) with ordinality as a (address, position)
    order by a.position`,
)

/** A network, or why the text names none. `fault` completes a sentence that begins with the text. */
type Network = { network: string } | { fault: string }

// PostgreSQL applies the mask. Its cidr type refuses a network with bits beyond the mask.
export async function networksOf(db: Db, texts: readonly string[]): Promise<Network[]> {
  const whole = texts.map(wholeAddress)
  const known = await rows<{ network: string; is_whole: boolean }>(db, SELECT_NETWORKS, [
    whole.filter((one) => one !== undefined),
  ])
  let next = 0
  return whole.map((one) => {
    const found = one === undefined ? undefined : known[next++]
    if (found === undefined)
      return { fault: 'is neither an address nor a network such as 10.0.0.0/8' }
    if (!found.is_whole) return { fault: `has bits beyond its mask; is ${found.network} meant?` }
    return { network: found.network }
  })
}

/** The address with its mask. Undefined for other text. */
function wholeAddress(text: string): string | undefined {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  const most = family === 6 ? 128 : 32
  if (family === 0 || address.includes('%') || more.length > 0) return undefined
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number.parseInt(bits, 10) <= most))
    return undefined
  return `${address}/${bits ?? most}`
}
