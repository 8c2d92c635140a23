// The exits of an order as buttons, each with what it does to the money, and below them why the others are not open.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Conversion, useMoneyText } from '../parts/money.tsx'
import { actAt, read, readQuery, type Schemas } from './api.ts'
import { DeskAct, type ActField } from './desk-act.tsx'
import { EXITS, exitTexts, type Exit } from './exit-words.ts'
import { ActsOf, useActs, useWhyClosed } from './open-acts.tsx'
import { queueTexts } from './queue-words.ts'
import { otherProviders } from './other-providers.ts'
import { useRoles } from './role-words.ts'

const texts = bilingual({
  none: ['No exit is open.', 'No hay ninguna salida abierta.'],
  others: ['Why the others are not open', 'Por qué las demás no están abiertas'],
  amount: ['At most this loss', 'Como máximo esta pérdida'],
  amountHint: [
    (currency: string) => `In ${currency}, the payout currency.`,
    (currency: string) => `En ${currency}, la moneda de salida.`,
  ],
  provider: ['Provider', 'Proveedor'],
  noOther: [
    (provider: string, payin: string, payout: string) =>
      `No provider but ${provider} converts ${payin} to ${payout}.`,
    (provider: string, payin: string, payout: string) =>
      `Ningún proveedor salvo ${provider} convierte ${payin} a ${payout}.`,
  ],
  instrument: ['Instrument', 'Instrumento'],
  refund: ['Refund', 'Reembolso'],
  outcome: ['Outcome', 'Resultado'],
  settled: ['settled', 'liquidado'],
  rejected: ['rejected', 'rechazado'],
  key: ['Key at the rail', 'Clave en el riel'],
  evidence: ['Evidence', 'Prueba'],
  evidenceHint: [
    'The customer sees it as the reference of what was settled.',
    'El cliente la ve como referencia de lo liquidado.',
  ],
  held: [
    (amount: string) => `The desk holds ${amount} for this order.`,
    (amount: string) => `La mesa tiene ${amount} para esta orden.`,
  ],
})

export type OrderFacts = {
  order: Schemas['DeskOrder']
  record: Schemas['OrderRecord']
  payouts: Schemas['DeskPayout'][]
  refunds: Schemas['DeskRefund'][]
  /** Those that cover its next step. */
  halts: Schemas['Halt'][]
  halted_since: string | null
}

/** All that is known about an order, and the rails of its payouts and refunds. */
async function readOrder(id: string): Promise<OrderFacts> {
  const names = { order_id: id }
  const [{ order, record, halts, halted_since }, payouts, refunds] = await Promise.all([
    read('/operator/v1/orders/{order_id}', names),
    read('/operator/v1/payouts', {}, { ...names, limit: 200 }),
    read('/operator/v1/refunds', {}, { ...names, limit: 200 }),
  ])
  return { order, record, halts, halted_since, payouts, refunds }
}

export const orderQuery = (id: string) => ({
  queryKey: ['operator', 'order', id],
  queryFn: () => readOrder(id),
})

const providersQuery = readQuery('/operator/v1/providers')

/** The exits of an order that another page shows. */
export function ExitsOf({ id }: { id: string }) {
  const query = useQuery(orderQuery(id))
  return (
    <Answer query={query} lines={3}>
      {(facts) => <Exits facts={facts} />}
    </Answer>
  )
}

const TONES: Partial<Record<Exit, 'primary' | 'danger'>> = {
  release: 'primary',
  'pay-again': 'primary',
  unfreeze: 'primary',
  fail: 'danger',
  refund: 'danger',
}

export function Exits({ facts }: { facts: OrderFacts }) {
  return (
    <ActsOf subject={facts.order.id}>
      <ListedExits facts={facts} />
    </ActsOf>
  )
}

function ListedExits({ facts }: { facts: OrderFacts }) {
  const t = useText(texts)
  const words = useText(exitTexts)
  const money = useMoneyText()
  const acts = useActs()
  const whyClosed = useWhyClosed()
  const roleNames = useRoles()
  const queueWords = useText(queueTexts)
  const { order } = facts
  const about = {
    reference: order.reference_number,
    payin: money(order.payin.amount, order.payin.currency),
    payout: money(order.payout.amount, order.payout.currency),
  }
  const { data: providers } = useQuery(providersQuery)
  const hasNoOther = providers !== undefined && otherProviders(providers, order).length === 0
  const lackOf = (exit: Exit) =>
    exit === 'provider' && hasNoOther
      ? t.noOther(order.liquidity_provider, order.payin.currency, order.payout.currency)
      : undefined
  const listed = EXITS.flatMap((exit) => {
    const act = acts.get(`order.${exit}`)
    return act === undefined ? [] : [{ exit, act, why: whyClosed(act) ?? lackOf(exit) }]
  })
  const open = listed.filter(({ why }) => why === undefined)
  // The state allows these, and the rights of the reader do not.
  const ofOthers = new Set(
    listed.flatMap(({ act }) => (act.closed === null && act.lack === 'role' ? act.roles : [])),
  )
  const fieldsOf = useFields(facts)
  return (
    <>
      {open.length === 0 ? (
        <p className="dim">
          {ofOthers.size === 0 ? t.none : queueWords.notYours(roleNames([...ofOthers]))}
        </p>
      ) : null}
      <div className="acts">
        {open.map(({ exit, act }) => (
          <DeskAct
            key={exit}
            act={act.act}
            label={words.exit[exit].label(about)}
            tone={TONES[exit] ?? 'default'}
            fields={fieldsOf(exit, act.targets?.ids ?? [])}
            before={<Conversion from={order.payin} to={order.payout} />}
            after={words.exit[exit].after(about)}
            final={words.exit[exit].final}
            run={(values, reason) =>
              actAt(
                `/operator/v1/orders/{order_id}/${exit}`,
                { order_id: order.id },
                {
                  ...values,
                  reason,
                },
              )
            }
          />
        ))}
      </div>
      <details className="others">
        <summary>{t.others}</summary>
        <dl className="facts">
          {listed.map(({ exit, why }) =>
            why === undefined ? null : (
              <div key={exit}>
                <dt>{words.exit[exit].label(about)}</dt>
                <dd>{why}</dd>
              </div>
            ),
          )}
        </dl>
      </details>
    </>
  )
}

/** `targets`: the refunds, or the keys, that the act can be about. */
function useFields({
  order,
  refunds,
}: OrderFacts): (exit: Exit, targets: readonly string[]) => ActField[] {
  const t = useText(texts)
  const money = useMoneyText()
  const { organization_id, payin, payout, result } = order
  const { data: providers = [] } = useQuery(providersQuery)
  const { data: instruments = [] } = useQuery(
    readQuery('/operator/v1/instruments', {}, { organization_id, status: 'ACTIVE', limit: 200 }),
  )
  const instrumentsIn = (currency: string) => ({
    name: 'external_payment_instrument_id',
    label: t.instrument,
    options: instruments
      .filter((one) => one.currency === currency)
      .map(({ id, alias, account_ending }) => ({
        value: id,
        label: `${alias} …${account_ending}`,
      })),
  })
  const refundIn = (targets: readonly string[]) => ({
    name: 'refund_id',
    label: t.refund,
    options: refunds
      .filter(({ id }) => targets.includes(id))
      .map(({ id, amount, currency, status }) => ({
        value: id,
        label: `${money(amount, currency)}, ${status}`,
      })),
  })
  const outcome = [
    {
      name: 'outcome',
      label: t.outcome,
      options: [
        { value: 'settled', label: t.settled },
        { value: 'rejected', label: t.rejected },
      ],
    },
    { name: 'evidence', label: t.evidence, hint: t.evidenceHint },
  ]
  // The loss that the page shows beside the promise.
  const shownLoss = result?.amount.startsWith('-') === true ? result.amount.slice(1) : ''
  const fieldsFor = (targets: readonly string[]): Partial<Record<Exit, ActField[]>> => ({
    'accept-loss': [
      {
        name: 'amount',
        label: t.amount,
        hint: t.amountHint(payout.currency),
        initial: shownLoss,
        amountIn: payout.currency,
      },
    ],
    provider: [
      {
        name: 'liquidity_provider',
        label: t.provider,
        options: otherProviders(providers, order).map((name) => ({ value: name, label: name })),
      },
    ],
    'pay-elsewhere': [instrumentsIn(payout.currency)],
    'redirect-refund': [refundIn(targets), instrumentsIn(payin.currency)],
    'mark-payout': outcome,
    'mark-refund': [refundIn(targets), ...outcome],
    'cancel-refund': [refundIn(targets)],
    'decide-send': [
      { name: 'key', label: t.key, options: targets.map((key) => ({ value: key, label: key })) },
      ...outcome,
    ],
  })
  return (exit, targets) => fieldsFor(targets)[exit] ?? []
}
