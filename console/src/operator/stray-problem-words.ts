// Why a stray cannot be returned, or why its last return moved nothing: a code of the rail, or a sentence. Nodes, signers and tokens
// have further texts, which stay as they are.
import type { Language } from '../parts/amount.ts'
import type { Phrase } from '../parts/bilingual.ts'
import { sentencesIn } from './sentences.ts'
import { statedWords } from './stated-words.ts'

/** The acts on a stray are refused with them too. */
export const STRAY_FAULTS: readonly Phrase[] = [
  ['no deposit seed has made {address}', 'ninguna semilla de depósito creó {address}'],
  ['the address cannot receive it: {code}', 'la dirección no lo puede recibir: {code}'],
  [
    'the nodes cannot tell whether the key was used',
    'los nodos no pueden decir si la clave ya se usó',
  ],
  ['{symbol} is not in other_tokens any more', '{symbol} ya no está en other_tokens'],
  [
    '{symbol} takes no authorizations: set kind eip3009 or an authorizer, or move it with the key of the address',
    '{symbol} no admite autorizaciones: configure kind eip3009 o un authorizer, o muévalo con la clave de la dirección',
  ],
  [
    'what is there does not cover the fee of its transfer',
    'lo que hay no cubre la comisión de su transferencia',
  ],
]

const sentence = sentencesIn([
  ...STRAY_FAULTS,
  ['the rail {rail} returns nothing now', 'el riel {rail} no devuelve nada ahora'],
  ['the rail {rail} is not configured', 'el riel {rail} no está configurado'],
  ['not done after {count} ms', 'sin respuesta en {count} ms'],
  [
    'no relayer has room and gas for another transfer',
    'ningún relayer tiene lugar y gas para otra transferencia',
  ],
  ['the token refuses the transfer: {reason}', 'el token rechaza la transferencia: {reason}'],
  ['no endpoint answers', 'ningún nodo responde'],
  ['the endpoints disagree about {what}', 'los nodos se contradicen ({what})'],
])

export function strayProblemWords(problem: string, language: Language): string {
  const byCode = statedWords(problem, language)
  if (byCode !== problem || language === 'en' || /^\w+$/.test(problem)) return byCode
  const words = (fact: string, name: string) =>
    name === 'code' ? statedWords(fact, language) : fact
  return sentence(problem, language, words) ?? `no se puede enviar ahora: «${problem}»`
}
