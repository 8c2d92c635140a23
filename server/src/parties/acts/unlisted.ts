// The acts that no list of open acts has, and why. An act that is in neither stops the operator API from opening.
import type { ActName } from './names.ts'
import type { Acts } from './registry.ts'

const CREATES = 'creates something: there is no object yet'
const UNLISTED: Readonly<Partial<Record<ActName, string>>> = {
  'user.created': CREATES,
  'operator_key.created': CREATES,
  'account.add': CREATES,
  'configuration.apply': CREATES,
  'movement.propose': CREATES,
  halt: CREATES,
  'order.sent-before': 'needs a key that only the list of unknown sends has',
}

export function requireListed({ byName, listed }: Acts): void {
  const names = [...byName.keys()]
  const forgotten = names.filter((name) => !listed.has(name) && UNLISTED[name] === undefined)
  const twice = names.filter((name) => listed.has(name) && UNLISTED[name] !== undefined)
  if (forgotten.length + twice.length === 0) return
  throw new Error(
    `Lists of open acts lack ${forgotten.join(', ') || 'nothing'}: add them by \`actsOn\`, or say why not in parties/acts/unlisted.ts. There without need: ${twice.join(', ') || 'nothing'}.`,
  )
}
