// What a rail or provider did that the restored database does not know. It is read when somebody asks for it.
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { act, may, meQuery, read } from './api.ts'
import { DeskAct, type ActField } from './desk-act.tsx'
import { orderNamed } from './order-named.ts'

const texts = bilingual({
  title: [
    'Sends and fills that the restored database does not know',
    'Envíos y conversiones que la base restaurada no conoce',
  ],
  show: [(count: number) => `Show ${count}`, (count: number) => `Mostrar ${count}`],
  close: ['Close', 'Cerrar'],
  noAmount: ['amount not told', 'monto no informado'],
  record: ['Record that it was sent', 'Registrar que se envió'],
  before: [
    'The database does not know this send, and sends nothing else of its order.',
    'La base no conoce este envío y no envía nada más de su orden.',
  ],
  after: [
    'The order has its fill, its payout or its refund, as the rail and the provider list them.',
    'La orden tiene su conversión, su pago o su reembolso, como los listan el riel y el proveedor.',
  ],
  final: [
    'You cannot undo the postings of what was moved.',
    'No se puede deshacer los asientos de lo que se movió.',
  ],
  recorded: ['known by now', 'ya conocido'],
  whose: ['Record whose it is', 'Registrar de quién es'],
  noOrder: [
    'No order that you see has this number.',
    'Ninguna orden que usted vea tiene este número.',
  ],
  send: ['Order, or key of the payout or refund', 'Orden, o clave del pago o reembolso'],
  sendHint: [
    'The number of an order means its first payout. A key such as ord_…:refund:total:1 means exactly that.',
    'El número de una orden significa su primer pago. Una clave como ord_…:refund:total:1 significa exactamente eso.',
  ],
  depositOf: ['Order that has the deposit', 'Orden que tiene el depósito'],
  depositHint: [
    'A deposit of no order is recorded among the unmatched deposits.',
    'Un depósito sin orden se registra entre los depósitos no asignados.',
  ],
  fillOf: ['Order that was converted', 'Orden que se convirtió'],
  fill: ['Conversion of the order', 'Conversión de la orden'],
  fillHint: [
    'Only if the provider lists it without a key.',
    'Solo si el proveedor la lista sin clave.',
  ],
  noFill: ['with its key, or none', 'con su clave, o ninguna'],
})

type Line = {
  reference: string
  key: string | null
  amounts: { amount: string | null; currency: string }[]
  isPutRight: boolean
  isFill: boolean
}

async function linesOf(id: string, sends: number, fills: number): Promise<Line[]> {
  const names = { halt_id: id }
  const sent = sends === 0 ? [] : await read('/operator/v1/halts/{halt_id}/unknown-sends', names)
  const filled = fills === 0 ? [] : await read('/operator/v1/halts/{halt_id}/unknown-fills', names)
  return [
    ...sent.map(({ reference, key, amount, currency, is_put_right: isPutRight }) => ({
      reference,
      key,
      amounts: [{ amount, currency }],
      isPutRight,
      isFill: false,
    })),
    ...filled.map(({ reference, key, ...fill }) => ({
      reference,
      key,
      amounts: [
        { amount: fill.sold_amount, currency: fill.payin_currency },
        { amount: fill.delivered_amount, currency: fill.payout_currency },
      ],
      isPutRight: fill.is_put_right,
      isFill: true,
    })),
  ]
}

/** `sends`, `fills`: how many there are. */
export function Unknown({ id, sends, fills }: { id: string; sends: number; fills: number }) {
  const t = useText(texts)
  const [isOpen, setOpen] = useState(false)
  const { data: me } = useQuery(meQuery)
  const query = useQuery({
    queryKey: ['operator', 'unknown', id],
    queryFn: () => linesOf(id, sends, fills),
    enabled: isOpen,
  })
  if (sends + fills === 0) return null
  return (
    <>
      <button type="button" className="plain copy" onClick={() => setOpen(true)}>
        {t.show(sends + fills)}
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t.title}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Answer query={query} lines={3}>
          {(lines) => (
            <ul className="choices">
              {lines
                .map((line) => ({ ...line, line }))
                .map(({ line, reference, key, amounts, isPutRight }) => (
                  <li key={`${reference} ${key}`}>
                    <span className="code">
                      {reference}
                      {key === null ? null : (
                        <>
                          <br />
                          {key}
                        </>
                      )}
                    </span>
                    <span>
                      {amounts.map(({ amount, currency }) => (
                        <span key={currency} className="sheet-line">
                          {amount === null ? (
                            `${t.noAmount} ${currency}`
                          ) : (
                            <Money amount={amount} currency={currency} />
                          )}
                        </span>
                      ))}
                      {isPutRight ? <span className="sheet-line">{t.recorded}</span> : null}
                    </span>
                    {isPutRight || !isOfOrder(key) || !may(me, 'mark_sends') ? null : (
                      <RecordSent line={line} others={lines} />
                    )}
                  </li>
                ))}
            </ul>
          )}
        </Answer>
      </Modal>
    </>
  )
}

/** An order may have the deposit that went back under the key. The key names none. Strays have no order. */
const isOfDeposit = (key: string | null): boolean => key?.startsWith('deposit:') === true
const isOfOrder = (key: string | null): boolean =>
  key === null || key.startsWith('ord_') || isOfDeposit(key)

const SENT_BEFORE = '/operator/v1/orders/{order_id}/sent-before'

/** `others`: all that is unknown, for the conversion that belongs to a send. */
function RecordSent({ line, others }: { line: Line; others: readonly Line[] }) {
  const t = useText(texts)
  const { reference, key, isFill } = line
  const fills = others.filter((one) => one.isFill && one.key === null && !one.isPutRight)
  const conversions = fills.map((one) => ({ value: one.reference, label: one.reference }))
  const order: ActField = isOfDeposit(key)
    ? { name: 'of', label: t.depositOf, hint: t.depositHint }
    : isFill
      ? { name: 'of', label: t.fillOf }
      : { name: 'of', label: t.send, hint: t.sendHint }
  const fill: ActField = {
    name: 'fill',
    label: t.fill,
    hint: t.fillHint,
    isOptional: true,
    options: [{ value: '', label: t.noFill }, ...conversions],
  }
  return (
    <DeskAct
      label={key === null ? t.whose : t.record}
      size="compact-xs"
      fields={[
        ...(key === null || isOfDeposit(key) ? [order] : []),
        ...(isFill || fills.length === 0 ? [] : [fill]),
      ]}
      before={t.before}
      after={t.after}
      final={t.final}
      run={async ({ of = '', fill: chosen = '' }, reason) => {
        const named = key ?? (of.includes(':') ? of : undefined)
        const id =
          (isOfDeposit(key) ? undefined : named?.split(':', 1)[0]) ??
          (await orderNamed(of, t.noOrder))
        return act(
          SENT_BEFORE,
          { order_id: id },
          {
            reason,
            key: named ?? `${id}:${isFill ? 'fill' : 'payout'}:1`,
            ...(isFill || key !== null ? {} : { reference }),
            ...(isFill && key === null ? { fill: reference } : {}),
            ...(chosen === '' ? {} : { fill: chosen }),
          },
        )
      }}
    />
  )
}
