// What a rail or provider did that the restored database does not know. It is read when somebody asks for it.
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { read } from './api.ts'

const texts = bilingual(
  {
    title: 'Sends and fills that the restored database does not know',
    show: (count: number) => `Show ${count}`,
    close: 'Close',
    noAmount: 'amount not told',
  },
  {
    title: 'Envíos y conversiones que la base restaurada no conoce',
    show: (count: number) => `Mostrar ${count}`,
    close: 'Cerrar',
    noAmount: 'monto no informado',
  },
)

type Line = {
  reference: string
  key: string | null
  amounts: { amount: string | null; currency: string }[]
}

async function linesOf(id: string, sends: number, fills: number): Promise<Line[]> {
  const names = { halt_id: id }
  const sent = sends === 0 ? [] : await read('/operator/v1/halts/{halt_id}/unknown-sends', names)
  const filled = fills === 0 ? [] : await read('/operator/v1/halts/{halt_id}/unknown-fills', names)
  return [
    ...sent.map(({ reference, key, amount, currency }) => ({
      reference,
      key,
      amounts: [{ amount, currency }],
    })),
    ...filled.map(({ reference, key, ...fill }) => ({
      reference,
      key,
      amounts: [
        { amount: fill.sold_amount, currency: fill.payin_currency },
        { amount: fill.delivered_amount, currency: fill.payout_currency },
      ],
    })),
  ]
}

/** `sends`, `fills`: how many there are. */
export function Unknown({ id, sends, fills }: { id: string; sends: number; fills: number }) {
  const t = useText(texts)
  const [isOpen, setOpen] = useState(false)
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
              {lines.map(({ reference, key, amounts }) => (
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
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Answer>
      </Modal>
    </>
  )
}
