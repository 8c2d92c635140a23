// The exits of a deposit in suspense beside an order, and the acts on one that goes back to its sender.
import { useQuery } from '@tanstack/react-query'
import { detailName, detailTexts, useMethodName } from '../customer/details.ts'
import { detailsIn, forms, METHODS, type Method } from '../customer/method-forms.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { act, actFor, type Schemas } from './api.ts'
import { accountsQuery } from './ledger-accounts.ts'
import { DeskAct, type ActField, type Values } from './desk-act.tsx'

const texts = bilingual({
  other: ['It belongs to no order', 'No pertenece a ninguna orden'],
  now: [
    (amount: string) => `${amount} is in suspense.`,
    (amount: string) => `${amount} están en suspenso.`,
  ],
  back: [
    (amount: string) => `Return ${amount} to its sender`,
    (amount: string) => `Devolver ${amount} a quien los envió`,
  ],
  backAfter: [
    (amount: string) =>
      `${amount} is sent to the account that the rail told, after screening and within caps. No other exit is possible then.`,
    (amount: string) =>
      `${amount} se envían a la cuenta que dijo el riel, tras el screening y dentro de los topes. Ya no hay otra salida.`,
  ],
  elsewhere: [
    (amount: string) => `Return ${amount} to another account`,
    (amount: string) => `Devolver ${amount} a otra cuenta`,
  ],
  elsewhereAfter: [
    (amount: string) => `${amount} is sent to the account that you name.`,
    (amount: string) => `${amount} se envían a la cuenta que usted indica.`,
  ],
  backFinal: [
    'You cannot undo the send once the rail has it. Until then you can stop it.',
    'No se puede deshacer el envío cuando el riel lo tiene. Hasta entonces puede detenerlo.',
  ],
  method: ['Method', 'Método'],
  evidence: ['Why this is the sender', 'Por qué es quien los envió'],
  evidenceHint: ['Such as a letter of the bank', 'Por ejemplo, una carta del banco'],
  book: [
    (amount: string) => `Book ${amount} as our own money`,
    (amount: string) => `Registrar ${amount} como dinero propio`,
  ],
  bookAfter: [
    (amount: string) =>
      `${amount} counts as money of the desk from that account, or as the arrival of that movement. Record no other movement for it.`,
    (amount: string) =>
      `${amount} cuentan como dinero de la mesa de esa cuenta, o como la llegada de ese movimiento. No registre otro movimiento.`,
  ],
  bookFinal: [
    'You cannot undo the booking. A movement corrects a wrong one.',
    'No se puede deshacer el registro. Uno equivocado se corrige con un movimiento.',
  ],
  by: ['What you know of it', 'Qué sabe de ellos'],
  account: ['The account that it came from', 'La cuenta de la que vinieron'],
  accountHint: ['treasury, or provider:NAME.', 'treasury, o provider:NOMBRE.'],
  movement: ['The movement that it is the arrival of', 'El movimiento del que son la llegada'],
  movementHint: ['mv_…', 'mv_…'],
  writeOff: [
    (amount: string) => `Write off ${amount}`,
    (amount: string) => `Dar de baja ${amount}`,
  ],
  writeOffAfter: [
    (amount: string) => `The desk keeps ${amount} in the account unclaimed.`,
    (amount: string) => `La mesa guarda ${amount} en la cuenta unclaimed.`,
  ],
  writeOffFinal: [
    'You cannot undo the write-off. A movement pays whoever claims the money later.',
    'No se puede deshacer la baja. A quien reclame el dinero después se le paga con un movimiento.',
  ],
  stop: [
    (amount: string) => `Stop the return of ${amount}`,
    (amount: string) => `Detener la devolución de ${amount}`,
  ],
  stopBefore: [
    (amount: string) => `${amount} goes back to its sender.`,
    (amount: string) => `${amount} vuelven a quien los envió.`,
  ],
  stopAfter: [
    'Unsent, it is in suspense again. In flight, it is sent no more, and the rail is asked to cancel it.',
    'Sin enviar, vuelven a estar en suspenso. En curso, no se envían más y se pide al riel que los cancele.',
  ],
  settled: ['Record it as settled', 'Registrar que llegó'],
  settledAfter: [
    (amount: string) => `${amount} left the rail: the ledger follows.`,
    (amount: string) => `${amount} salieron del riel: el libro lo sigue.`,
  ],
  rejected: ['Record it as rejected', 'Registrar que fue rechazada'],
  rejectedAfter: [
    (amount: string) =>
      `${amount} is in suspense again. Refused while the rail can still execute it.`,
    (amount: string) =>
      `${amount} vuelven a estar en suspenso. Se niega mientras el riel aún pueda ejecutarla.`,
  ],
  proof: ['What shows it', 'Qué lo demuestra'],
})

/** The fields of every method, those of the chosen one shown. Their names are unique by their method. */
function useMethodFields(): ActField[] {
  const names = useText(detailTexts)
  return METHODS.flatMap((method) =>
    forms[method].fields.map(({ name, isOptional = false, values }) => ({
      name: `${method} ${name}`,
      label: detailName(names, name),
      isOptional,
      isShown: (typed: Values) => typed['method'] === method,
      ...(values === undefined
        ? {}
        : { options: values.map((value) => ({ value, label: value })) }),
    })),
  )
}

function accountIn(values: Values): { method: Method; details: Record<string, string> } {
  const method = METHODS.find((one) => one === values['method']) ?? 'SOLANA_ADDRESS'
  const typed = forms[method].fields.map(({ name }) => [name, values[`${method} ${name}`] ?? ''])
  return { method, details: detailsIn(forms[method].fields, Object.fromEntries(typed)) }
}

export function SuspenseExits({ deposit, amount }: { deposit: string; amount: string }) {
  const t = useText(texts)
  const { data: known } = useQuery(accountsQuery)
  const methodName = useMethodName()
  const methodFields = useMethodFields()
  const named = { deposit_id: deposit }
  return (
    <>
      <h3>{t.other}</h3>
      <div className="acts">
        <DeskAct
          act="deposit.return"
          label={t.back(amount)}
          before={t.now(amount)}
          after={t.backAfter(amount)}
          final={t.backFinal}
          run={actFor('/operator/v1/deposits/{deposit_id}/return', named)}
        />
        <DeskAct
          act="deposit.return"
          label={t.elsewhere(amount)}
          fields={[
            {
              name: 'method',
              label: t.method,
              options: METHODS.map((value) => ({ value, label: methodName(value) })),
            },
            ...methodFields,
            { name: 'evidence', label: t.evidence, hint: t.evidenceHint },
          ]}
          before={t.now(amount)}
          after={t.elsewhereAfter(amount)}
          final={t.backFinal}
          run={(values, reason) =>
            act('/operator/v1/deposits/{deposit_id}/return', named, {
              ...accountIn(values),
              evidence: values['evidence'] ?? '',
              reason,
            })
          }
        />
        <DeskAct
          act="deposit.book"
          label={t.book(amount)}
          fields={[
            {
              name: 'by',
              label: t.by,
              options: [
                { value: 'account', label: t.account },
                { value: 'movement', label: t.movement },
              ],
            },
            {
              name: 'account',
              label: t.account,
              hint: t.accountHint,
              suggested: [
                'treasury',
                ...(known?.providers ?? []).map((name) => `provider:${name}`),
              ],
              isShown: ({ by }) => by === 'account',
            },
            {
              name: 'movement',
              label: t.movement,
              hint: t.movementHint,
              isShown: ({ by }) => by === 'movement',
            },
          ]}
          before={t.now(amount)}
          after={t.bookAfter(amount)}
          final={t.bookFinal}
          run={({ account = '', movement = '' }, reason) =>
            act('/operator/v1/deposits/{deposit_id}/book', named, {
              ...(account === '' ? {} : { from_account: account }),
              ...(movement === '' ? {} : { movement_id: movement }),
              reason,
            })
          }
        />
        <DeskAct
          act="deposit.write-off"
          label={t.writeOff(amount)}
          tone="danger"
          before={t.now(amount)}
          after={t.writeOffAfter(amount)}
          final={t.writeOffFinal}
          run={actFor('/operator/v1/deposits/{deposit_id}/write-off', named)}
        />
      </div>
    </>
  )
}

export function ReturnActs({ facts }: { facts: Schemas['WaitingDepositReturnFacts'] }) {
  const t = useText(texts)
  const money = useMoneyText()
  const named = { deposit_id: facts.deposit_id }
  const amount = money(facts.amount.amount, facts.amount.currency)
  const mark = (outcome: 'settled' | 'rejected', label: string, after: string) => (
    <DeskAct
      act="deposit.mark-return"
      label={label}
      fields={[{ name: 'evidence', label: t.proof }]}
      before={t.stopBefore(amount)}
      after={after}
      run={({ evidence = '' }, reason) =>
        act('/operator/v1/deposits/{deposit_id}/mark-return', named, { outcome, evidence, reason })
      }
    />
  )
  return (
    <div className="acts">
      {facts.waits_for === 'evidence' || facts.waits_for === 'contradiction' ? null : (
        <DeskAct
          act="deposit.stop-return"
          label={t.stop(amount)}
          tone="danger"
          before={t.stopBefore(amount)}
          after={t.stopAfter}
          run={actFor('/operator/v1/deposits/{deposit_id}/stop-return', named)}
        />
      )}
      {mark('settled', t.settled, t.settledAfter(amount))}
      {mark('rejected', t.rejected, t.rejectedAfter(amount))}
    </div>
  )
}
