// The balances of both accounts of a proposed movement, in the ledger now and once it is settled.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Facts } from '../parts/page.tsx'
import { lessOf, sumOf } from '../parts/sums.ts'
import { textOf } from './approval-subject.tsx'
import { balancesQuery } from './balances.tsx'

const texts = bilingual({
  title: ['Balances in the ledger', 'Saldos en el libro'],
  now: ['now', 'ahora'],
  after: ['once it is settled', 'cuando se liquide'],
})

/** The treasury has no balance in the ledger's list. */
const isOutside = (account: string): boolean => /^(rail|provider):/.test(account)

export function MovementBalances({ asked }: { asked: Readonly<Record<string, unknown>> }) {
  const t = useText(texts)
  const query = useQuery(balancesQuery)
  const [from, to] = [textOf(asked['from_account']), textOf(asked['to_account'])]
  const [amount, currency] = [textOf(asked['amount']), textOf(asked['currency'])]
  const money = (text: string) => (
    <Money amount={text} currency={currency} isLoss={text.startsWith('-')} />
  )
  return (
    <>
      <h3>{t.title}</h3>
      <Answer query={query} lines={2}>
        {(balances) => (
          <Facts
            facts={[from, to].filter(isOutside).map((account) => {
              // The list leaves out an account that has nothing.
              const ledger =
                balances.find((one) => one.account === account && one.currency === currency)
                  ?.ledger ?? '0.00'
              const after = account === from ? lessOf(ledger, amount) : sumOf([ledger, amount])
              return [
                account,
                <>
                  <div>
                    {money(ledger)} {t.now}
                  </div>
                  <div>
                    {money(after)} {t.after}
                  </div>
                </>,
              ] as const
            })}
          />
        )}
      </Answer>
    </>
  )
}
