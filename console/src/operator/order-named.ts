// The order that a person names: by the reference number that every page shows, or by its id.
import { Unsent } from '../parts/client.ts'
import { read } from './api.ts'

/** Its id. Throws with the sentence `unknown` if there is none. */
export async function orderNamed(typed: string, unknown: string): Promise<string> {
  const name = typed.replace(/\s/g, '')
  if (name.startsWith('ord_')) return name
  const found = await read('/operator/v1/search', {}, { q: name.toUpperCase() })
  const ids = new Set(found.filter(({ kind }) => kind === 'order').map(({ id }) => id))
  const [id] = ids
  if (id === undefined || ids.size > 1) throw new Unsent(unknown)
  return id
}
