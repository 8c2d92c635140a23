// What a rail or provider did that the restored database does not know. It is read when somebody asks for it.
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { act, may, meQuery, read } from './api.ts'
import { DeskAct } from './desk-act.tsx'

const texts = bilingual(
  {
    title: 'Sends and fills that the restored database does not know',
    show: (count: number) => `Show ${count}`,
    close: 'Close',
    noAmount: 'amount not told',
    record: 'Record that it was sent',
    before: 'The database does not know this send, and sends nothing else of its order.',
    after:
      'The order has its fill, its payout or its refund, as the rail and the provider list them.',
    final: 'The postings of what was moved.',
    fill: 'Conversion of the order',
    fillHint: 'The reference of the provider, only if it lists the conversion without a key.',
    recorded: 'known by now',
  },
  {
    title: 'Envíos y conversiones que la base restaurada no conoce',
    show: (count: number) => `Mostrar ${count}`,
    close: 'Cerrar',
    noAmount: 'monto no informado',
    record: 'Registrar que se envió',
    before: 'La base no conoce este envío y no envía nada más de su orden.',
    after:
      'La orden tiene su conversión, su pago o su reembolso, como los listan el riel y el proveedor.',
    final: 'Los asientos de lo que se movió.',
    fill: 'Conversión de la orden',
    fillHint: 'La referencia del proveedor, solo si lista la conversión sin clave.',
    recorded: 'ya conocido',
  },
)

type Line = {
  reference: string
  key: string | null
  amounts: { amount: string | null; currency: string }[]
  isPutRight: boolean
  /** Of a payout or refund that is to be recorded. */
  orderId: string | undefined
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
      orderId: isPutRight ? undefined : /^ord_[0-9a-z]+/.exec(key ?? '')?.[0],
    })),
    ...filled.map(({ reference, key, ...fill }) => ({
      reference,
      key,
      amounts: [
        { amount: fill.sold_amount, currency: fill.payin_currency },
        { amount: fill.delivered_amount, currency: fill.payout_currency },
      ],
      isPutRight: fill.is_put_right,
      orderId: undefined,
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
              {lines.map(({ reference, key, amounts, isPutRight, orderId }) => (
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
                  {orderId === undefined || key === null || !may(me, 'mark_sends') ? null : (
                    <DeskAct
                      label={t.record}
                      size="compact-xs"
                      before={t.before}
                      after={t.after}
                      final={t.final}
                      fields={[{ name: 'fill', label: t.fill, hint: t.fillHint }]}
                      run={({ fill = '' }, reason) =>
                        act(
                          '/operator/v1/orders/{order_id}/sent-before',
                          { order_id: orderId },
                          { reason, key, ...(fill.trim() === '' ? {} : { fill: fill.trim() }) },
                        )
                      }
                    />
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
