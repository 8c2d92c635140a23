// A deposit that belongs to no order: the orders that it may belong to, the likeliest first, and an order by its id.
import { Link } from '@tanstack/react-router'
import { bilingual, useText } from '../parts/language.tsx'
import { Money, useMoneyText } from '../parts/money.tsx'
import { act, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { useActs, useWhyClosed } from './open-acts.tsx'
import { orderNamed } from './order-named.ts'
import { useOrdersFor } from './orders-for.tsx'
import { SuspenseExits } from './suspense-exits.tsx'

const texts = bilingual({
  none: [
    'No order fits. Ask the payer, or assign it to an order by its number.',
    'Ninguna orden encaja. Pregunte al pagador, o asígnelo a una orden por su número.',
  ],
  likely: ['Orders that it may belong to', 'Órdenes a las que puede pertenecer'],
  assign: [
    (amount: string, reference: string) => `Assign ${amount} to ${reference}`,
    (amount: string, reference: string) => `Asignar ${amount} a ${reference}`,
  ],
  another: [
    (amount: string) => `Assign ${amount} to another order`,
    (amount: string) => `Asignar ${amount} a otra orden`,
  ],
  order: ['Order', 'Orden'],
  orderHint: [
    'Its reference number, such as CO-20260304-ET7S3PFB, or its id.',
    'Su número de referencia, como CO-20260304-ET7S3PFB, o su id.',
  ],
  thatOrder: ['the order with this number', 'la orden con este número'],
  unknown: [
    'No order that you see has this number.',
    'Ninguna orden que usted vea tiene este número.',
  ],
  before: [
    (amount: string) => `${amount} belongs to no order: suspense.`,
    (amount: string) => `${amount} no pertenecen a ninguna orden: quedan en suspenso.`,
  ],
  after: [
    (amount: string, reference: string) =>
      `${amount} counts for ${reference}, which goes on if it is funded.`,
    (amount: string, reference: string) =>
      `${amount} cuentan para ${reference}, que sigue si ya tiene todos sus fondos.`,
  ],
  final: [
    'You cannot undo the assignment. What is too much goes back as a refund.',
    'No se puede deshacer la asignación. Lo que sobre vuelve como reembolso.',
  ],
  of: ['of', 'de'],
  received: ['received so far', 'recibidos hasta ahora'],
  why: [
    {
      number: 'the payer wrote its number',
      part_of_number: 'the payer wrote a part of its number',
      amount: 'it awaits this amount at this account',
      account: 'few orders had this account',
    } as Readonly<Record<string, string>>,
    {
      number: 'el pagador escribió su número',
      part_of_number: 'el pagador escribió parte de su número',
      amount: 'espera este monto en esta cuenta',
      account: 'pocas órdenes tuvieron esta cuenta',
    } as Readonly<Record<string, string>>,
  ],
})

export function Suggestions({
  deposit,
  facts,
}: {
  deposit: string
  facts: Schemas['UnmatchedDepositFacts']
}) {
  const t = useText(texts)
  const money = useMoneyText()
  const amount = money(facts.amount.amount, facts.amount.currency)
  const assigning = useActs().get('deposit.assign')
  const whyClosed = useWhyClosed()
  const why = assigning === undefined ? undefined : whyClosed(assigning)
  const candidates = useOrdersFor(facts.amount)
  const assign = (order: string, reason: string) =>
    act(
      '/operator/v1/deposits/{deposit_id}/assign',
      { deposit_id: deposit },
      { order_id: order, reason },
    )
  return (
    <>
      {facts.suggestions.length === 0 ? <p>{t.none}</p> : <h3>{t.likely}</h3>}
      <ul className="suggestions">
        {facts.suggestions.map((one) => (
          <li key={one.order_id}>
            <div>
              <Link to="/operator/orders/$order" params={{ order: one.order_id }}>
                {one.reference_number}
              </Link>
              <p>
                {one.organization_name}, {one.score} %: {t.why[one.reason] ?? one.reason}
              </p>
              <p>
                <Money {...one.received} /> {t.of} <Money {...one.payin} /> {t.received}
              </p>
            </div>
            {why === undefined ? (
              <DeskAct
                act="deposit.assign"
                label={t.assign(amount, one.reference_number)}
                tone="primary"
                before={t.before(amount)}
                after={t.after(amount, one.reference_number)}
                final={t.final}
                run={(_values, reason) => assign(one.order_id, reason)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <DeskAct
        act="deposit.assign"
        label={t.another(amount)}
        fields={[{ name: 'order', label: t.order, hint: t.orderHint, candidates }]}
        before={t.before(amount)}
        after={t.after(amount, t.thatOrder)}
        final={t.final}
        run={async ({ order = '' }, reason) => assign(await orderNamed(order, t.unknown), reason)}
      />
      <SuspenseExits deposit={deposit} amount={amount} />
    </>
  )
}
