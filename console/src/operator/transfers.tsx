// Transfers of the ledger as small T-accounts: for each account and currency what was debited and credited, and what is
// left. Below them every transfer in order, folded.
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { balanceOf } from '../parts/sums.ts'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import type { Schemas } from './api.ts'
import { useWord } from './status-words.tsx'

type Transfer = Schemas['LedgerTransfer']

const texts = bilingual({
  debit: ['Debit', 'Debe'],
  credit: ['Credit', 'Haber'],
  onDebit: ['Debit balance', 'Saldo deudor'],
  onCredit: ['Credit balance', 'Saldo acreedor'],
  even: ['even', 'saldado'],
  posting: ['Posting', 'Asiento'],
  amount: ['Amount', 'Monto'],
  at: ['Posted', 'Asentado'],
  transfers: ['Every transfer, in order', 'Todas las transferencias, en orden'],
  move: {
    fee: ['fee', 'comisión'],
    tax: ['tax', 'impuesto'],
    provider_fee: ["provider's fee", 'comisión del proveedor'],
    rounding: ['rounding', 'redondeo'],
    customer: ['conversion for the customer', 'conversión para el cliente'],
    provider: ['conversion at the provider', 'conversión con el proveedor'],
  },
  none: ['No money has moved yet.', 'Aún no se movió dinero.'],
})

/** The account that tells the transfers of a conversion apart. */
const MOVES = ['fee', 'tax', 'provider_fee', 'rounding', 'customer', 'provider'] as const

type Account = { name: string; currency: string; debits: Transfer[]; credits: Transfer[] }

function accountsOf(transfers: readonly Transfer[]): Account[] {
  const accounts = new Map<string, Account>()
  const at = (name: string, currency: string): Account => {
    const key = `${name} ${currency}`
    const account = accounts.get(key) ?? { name, currency, debits: [], credits: [] }
    accounts.set(key, account)
    return account
  }
  for (const transfer of transfers) {
    at(transfer.debit_account, transfer.currency).debits.push(transfer)
    at(transfer.credit_account, transfer.currency).credits.push(transfer)
  }
  return [...accounts.values()]
}

export function Transfers({ transfers }: { transfers: readonly Transfer[] }) {
  const t = useText(texts)
  const wordOf = useMove()
  if (transfers.length === 0) return <p className="dim">{t.none}</p>
  const rows = transfers.map((transfer, index) => ({ ...transfer, id: String(index) }))
  return (
    <>
      <div className="t-accounts">
        {accountsOf(transfers).map((account) => (
          <TAccount key={`${account.name} ${account.currency}`} account={account} />
        ))}
      </div>
      <details className="others">
        <summary>{t.transfers}</summary>
        <Table
          name="transfers"
          label={t.transfers}
          rows={rows}
          idOf={({ id }) => id}
          columns={[
            { id: 'posting', head: t.posting, cell: (one) => wordOf(one) },
            { id: 'debit', head: t.debit, cell: (one) => <Account name={one.debit_account} /> },
            { id: 'credit', head: t.credit, cell: (one) => <Account name={one.credit_account} /> },
            { id: 'amount', head: t.amount, isMoney: true, cell: (one) => <Money {...one} /> },
            { id: 'at', head: t.at, cell: (one) => <Time at={one.posted_at} /> },
          ]}
        />
      </details>
    </>
  )
}

/** `customer:org_…` with a short identifier. */
const Account = ({ name }: { name: string }) => (
  <span className="code" title={name}>
    {name.replace(/[a-z]+_[0-9a-z]{26}/, shortId)}
  </span>
)

function TAccount({ account }: { account: Account }) {
  const t = useText(texts)
  const { name, currency, debits, credits } = account
  const amountsOf = (side: readonly Transfer[]) => side.map(({ amount }) => amount)
  const left = balanceOf(amountsOf(debits), amountsOf(credits))
  return (
    <table className="t-account">
      <caption>
        <Account name={name} /> <span className="dim">{currency}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t.debit}</th>
          <th scope="col">{t.credit}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <Side transfers={debits} />
          </td>
          <td>
            <Side transfers={credits} />
          </td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>
            {left === undefined ? (
              t.even
            ) : (
              <>
                {left.side === 'debit' ? t.onDebit : t.onCredit}{' '}
                <Money amount={left.amount} currency={currency} />
              </>
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Side({ transfers }: { transfers: readonly Transfer[] }) {
  const wordOf = useMove()
  return transfers.map((one, index) => (
    <div key={`${one.posted_at} ${index}`} className="sheet-line">
      <span className="dim">{wordOf(one)}</span>
      <Money {...one} />
    </div>
  ))
}

/** A conversion has several transfers: each is called what it moves. */
function useMove(): (transfer: Transfer) => string {
  const t = useText(texts)
  const word = useWord()
  return ({ posting, debit_account: debit, credit_account: credit }) => {
    if (posting !== 'fill') return word(posting)
    const kinds = [debit, credit].map((account) => account.split(':')[0] ?? '')
    const kind = MOVES.find((one) => kinds.includes(one))
    return kind === undefined ? word(posting) : t.move[kind]
  }
}
