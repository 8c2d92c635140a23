// The words of items of the queue: facts, why something waits, acts.
import { bilingual, type Phrase } from '../parts/bilingual.ts'

const parked: Readonly<Record<string, Phrase>> = {
  compliance_hold: [
    'The organization or an instrument is on hold.',
    'La organización o un instrumento está retenido.',
  ],
  slippage: [
    "The provider's firm rate is worse than promised by more than the route allows.",
    'La tasa firme del proveedor es peor que la prometida, más de lo que la ruta permite.',
  ],
  attempts: ['Many attempts in a row failed.', 'Fallaron muchos intentos seguidos.'],
  outflow_limit: [
    'The payout exceeds a cap of its rail or signer.',
    'El pago supera un tope de su riel o firmante.',
  ],
  liquidity: [
    'Limits of providers or the balance at the rail do not cover the order.',
    'Los límites de proveedores o el saldo del riel no cubren la orden.',
  ],
  deposit_reversed: [
    'A deposit was taken back before the payout was sent.',
    'Un depósito fue revertido antes de enviar el pago.',
  ],
  screening: ['A screener stopped the beneficiary.', 'Un screener detuvo al beneficiario.'],
}

const waits: Readonly<Record<string, Phrase>> = {
  rest: [
    'a part of it came back, and the rest may follow',
    'volvió una parte y el resto puede seguir',
  ],
  evidence: [
    'it was stopped, and its rail has not told the outcome',
    'se detuvo y su riel no ha dicho el resultado',
  ],
  contradiction: [
    'its rail contradicts the recorded outcome',
    'su riel contradice el resultado registrado',
  ],
  destination: ['a destination must be chosen', 'hay que elegir un destino'],
  rejected: ['the rail rejected it', 'el riel lo rechazó'],
  outflow_limit: ['it is beyond a cap', 'supera un tope'],
  liquidity: ['the desk holds too little at the rail', 'la mesa tiene poco en el riel'],
  rail: ['many attempts failed', 'fallaron muchos intentos'],
}

export const queueTexts = bilingual({
  parked,
  holdIsOver: [
    'The hold that it was parked for has ended. An operator can release it.',
    'La retención por la que quedó en espera terminó. Un operador puede liberarla.',
  ],
  waits,
  yes: ['yes', 'sí'],
  no: ['no', 'no'],
  notYours: [
    (roles: string) => `You may not decide about it. These may: ${roles}.`,
    (roles: string) => `Usted no puede decidirlo. Pueden: ${roles}.`,
  ],
  ownUser: [
    'Another admin must admit you: nobody admits himself or herself.',
    'Otro administrador debe admitirle: nadie se admite a sí mismo.',
  ],
  byItself: [
    'It ends by itself when the cause is gone.',
    'Termina por sí solo cuando desaparece la causa.',
  ],
  state: ['State', 'Estado'],
  screener: ['Screener', 'Screener'],
  reason: ['Reason', 'Motivo'],
  amount: ['Amount', 'Monto'],
  rail: ['Rail', 'Riel'],
  transaction: ['Transaction', 'Transacción'],
  address: ['Received at', 'Recibido en'],
  counterparty: ['Known counterparty', 'Contraparte conocida'],
  because: ['Because', 'Por'],
  waitsFor: ['Waits because', 'Espera porque'],
  rejection: ['Code of the rail', 'Código del riel'],
  attempts: ['Attempts', 'Intentos'],
  owed: ['Owed to the desk', 'Se debe a la mesa'],
  lacks: ['The order lacks', 'A la orden le falta'],
  deposits: ['Deposits taken back', 'Depósitos revertidos'],
  isNew: ['Never released', 'Nunca liberado'],
  created: ['Created', 'Creado'],
  alias: ['Name', 'Nombre'],
  coin: ['Coin or token', 'Moneda o token'],
  order: ['Deposit address of', 'Dirección de depósito de'],
  problem: ['Last problem', 'Último problema'],
  method: ['Method', 'Método'],
  currency: ['Currency', 'Moneda'],
  screened: ['What was asked about', 'Qué se consultó'],
  returned: ['What came back', 'Lo que volvió'],
  code: ['Code', 'Código'],
  recorded: ['Recorded', 'Registrado'],
  recordedAt: ['Recorded at', 'Registrado el'],
  answer: ['Its rail says', 'Su riel dice'],
  account: ['Account', 'Cuenta'],
  ledger: ['In the ledger', 'En el libro'],
  reported: ['Reported', 'Informado'],
  difference: ['Difference', 'Diferencia'],
  provider: ['Provider', 'Proveedor'],
  used: ['Used', 'Usado'],
  pair: ['Pair', 'Par'],
  lastRate: ['Last rate', 'Última tasa'],
  act: ['Act', 'Acto'],
  about: ['About', 'Sobre'],
  by: ['By', 'Por'],
  roles: ['May approve', 'Pueden aprobar'],
  expires: ['Until', 'Hasta'],
  status: ['Status', 'Estado'],
  message: ['Message', 'Mensaje'],
  deadline: ['Deadline', 'Plazo'],
  answered: ['Answered', 'Respondida'],
  what: ['What', 'Qué'],
  login: ['Login', 'Usuario'],
  roleOf: ['Role', 'Rol'],
  tokenOf: ['Got the enrolment token', 'Recibió el token de inscripción'],
  mayAct: ['May act', 'Puede actuar'],
  onceAdmitted: [
    'only once an admin has admitted the user',
    'solo cuando un administrador lo haya admitido',
  ],
  admit: [(login: string) => `Admit ${login}`, (login: string) => `Admitir a ${login}`],
  admitBefore: [
    (login: string) => `${login} has enrolled.`,
    (login: string) => `${login} se ha inscrito.`,
  ],
  admitAfter: [
    'You have spoken with the user, and answer for it.',
    'Usted habló con la persona y responde por ello.',
  ],
  url: ['Address', 'Dirección'],
  failingSince: ['Failing since', 'Falla desde'],
  held: ['It is on hold: nothing moves.', 'Está retenido: nada se mueve.'],
  released: ['It goes on from there.', 'Sigue desde ahí.'],
  releaseFinal: [
    'You cannot undo what goes on after the release.',
    'No se puede deshacer lo que siga después de liberar.',
  ],
  releaseOrganization: [(name: string) => `Release ${name}`, (name: string) => `Liberar ${name}`],
  releaseInstrument: [(name: string) => `Release ${name}`, (name: string) => `Liberar ${name}`],
  releaseScreened: [
    (amount: string) => `Release ${amount}`,
    (amount: string) => `Liberar ${amount}`,
  ],
  releaseHeld: ['Release it', 'Liberarlo'],
  owes: [
    (owed: string) => `The payer owes the desk ${owed}.`,
    (owed: string) => `El pagador debe ${owed} a la mesa.`,
  ],
  received: [
    (owed: string) => `Record ${owed} as received`,
    (owed: string) => `Registrar ${owed} como recibidos`,
  ],
  receivedAfter: [
    (owed: string) => `${owed} leaves receivable, and the order has its money.`,
    (owed: string) => `${owed} salen de receivable y la orden tiene su dinero.`,
  ],
  setOff: ['Set off against refunds', 'Compensar con reembolsos'],
  setOffAfter: [
    (owed: string) =>
      `Refunds of the order that were not sent pay of ${owed} as far as they go. That much is not sent.`,
    (owed: string) =>
      `Los reembolsos no enviados de la orden pagan de ${owed} lo que alcancen. Esa parte no se envía.`,
  ],
  writeOff: [(owed: string) => `Write off ${owed}`, (owed: string) => `Dar por perdidos ${owed}`],
  writeOffAfter: [
    (owed: string) => `The desk gives up ${owed}: it is a loss.`,
    (owed: string) => `La mesa renuncia a ${owed}: es una pérdida.`,
  ],
  writeOffFinal: ['You cannot undo the loss.', 'No se puede deshacer la pérdida.'],
})

/** Why the order is parked, or that the cause is gone. */
export function parkedWords(
  order: { parked_reason: string | null; hold_is_over: boolean },
  words: { parked: Readonly<Record<string, string>>; holdIsOver: string },
): string {
  const { parked_reason: reason, hold_is_over: isOver } = order
  return isOver ? words.holdIsOver : (words.parked[reason ?? ''] ?? reason ?? '')
}

type Decidable = { kind: string; roles: readonly string[]; facts: object }

/** Whether the item waits for this person: the service refuses the acts to others. */
export const isFor = (
  me: { role: string; actor: string } | undefined,
  { kind, roles, facts }: Decidable,
): boolean =>
  me !== undefined &&
  roles.includes(me.role) &&
  !isOwnUser(me, { kind, facts }) &&
  !isOwnAct(me, facts)

/** The item is the user who reads it. */
export const isOwnUser = (
  me: { actor: string } | undefined,
  { kind, facts }: Omit<Decidable, 'roles'>,
): boolean => kind === 'new_user' && 'login' in facts && me?.actor === `user:${String(facts.login)}`

const isOwnAct = (me: { actor: string }, facts: object): boolean =>
  'proposed_by' in facts && facts.proposed_by === me.actor
