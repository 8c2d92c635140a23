// Details of refusals, which name what only one case has. The service tells them in English.
import type { Language } from './amount.ts'

/** Refusals whose detail is shown too. The desk has words of its own for some of them. */
export const TOLD_BY_THE_SERVICE: ReadonlySet<string> = new Set([
  'act_refused',
  'act_already_done',
  'passkey_refused',
  'statement_unreadable',
  'volume_limit_reached',
])

/** What the service tells with them. A test reads its sources for a sentence without words. */
const TOLD: readonly (readonly [RegExp, string])[] = [
  [/^It was done once\. Look at the list\.$/, 'Se hizo una vez. Vea la lista.'],
  [/^It was done once\. Look at (.+)\.$/, 'Se hizo una vez. Vea $1.'],
  [
    /^The answer of the authenticator was used before\.$/,
    'La respuesta del autenticador ya se usó.',
  ],
  [
    /^The answer of the authenticator must be for (.+), at most .*$/,
    'La respuesta del autenticador debe ser para $1, tener cinco minutos como máximo y haberse dado con un PIN o una huella.',
  ],
  [/^A user has at most (.+) passkeys\.$/, 'Un usuario tiene $1 passkeys como máximo.'],
  [/^The passkey was added before\.$/, 'La passkey ya se había agregado.'],
  [
    /^Other orders compete for a limit .*$/,
    'Otras órdenes compiten por un límite del día o del mes. Envíelo de nuevo.',
  ],
]

export function toldIn(detail: string, language: Language): string {
  const told = language === 'en' ? undefined : TOLD.find(([form]) => form.test(detail))
  return told === undefined ? detail : detail.replace(...told)
}
