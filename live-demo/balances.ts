// Holds the ledger against the outside: balances read from the chains and from the books of exchange and banks, never
// through an adapter.
import { formatAmount, parseAmount } from '../server/src/platform/money/decimal.ts'
import type { Corridor } from './corridor.ts'
import { RAILS } from './operator-file.ts'
import type { Outside } from './outside.ts'

type Compared = { account: string; currency: string; ledger: string; outside: string }

/** `deposits`: the deposit addresses of the orders. */
export async function compareBalances(
  corridor: Corridor,
  outside: Outside,
  deposits: { base: readonly string[]; solana: readonly string[] },
): Promise<Compared[]> {
  const { balances: books } = await outside.connector.book()
  const onBase = [outside.payerOnBase, ...deposits.base]
  const onSolana = [outside.payer.address, ...deposits.solana]
  const actual = new Map<string, bigint>([
    [`rail:${RAILS.base} USDC`, await sum(onBase, (one) => outside.usdc.balanceOf(one))],
    [`rail:${RAILS.solana} USDC`, await sum(onSolana, (one) => outside.solana.held(one))],
    [`rail:${RAILS.base} ETH`, await outside.gasOnBase()],
    [`rail:${RAILS.solana} SOL`, outside.gasOnSolana()],
    [`rail:${RAILS.mexico} MXN`, minorOf(books['bank/MXN'], 'MXN')],
    [`rail:${RAILS.colombia} COP`, outside.colombia.balanceMinor()],
    ...['USDC', 'MXN', 'COP'].map(
      (currency) =>
        [
          `provider:EXCHANGE ${currency}`,
          minorOf(books[`exchange/${currency}`], currency),
        ] as const,
    ),
  ])
  const ledger: { account: string; currency: string; ledger: string }[] = JSON.parse(
    await corridor.command('treasury', 'balances', '--json'),
  )
  const inLedger = new Map(ledger.map((one) => [`${one.account} ${one.currency}`, one.ledger]))
  return [...new Set([...actual.keys(), ...inLedger.keys()])].map((name) => {
    const [account = '', currency = ''] = name.split(' ')
    const minor = actual.get(name)
    return {
      account,
      currency,
      ledger: inLedger.get(name) ?? formatAmount(0n, currency),
      outside: minor === undefined ? 'unknown' : formatAmount(minor, currency),
    }
  })
}

export const differences = (compared: readonly Compared[]): number =>
  compared.filter(({ ledger, outside }) => ledger !== outside).length

async function sum(
  accounts: readonly string[],
  read: (account: string) => Promise<bigint>,
): Promise<bigint> {
  const amounts = await Promise.all(accounts.map(read))
  return amounts.reduce((total, amount) => total + amount, 0n)
}

function minorOf(text: string | undefined, currency: string): bigint {
  const amount = parseAmount(text ?? '0', currency)
  if (amount.ok) return amount.minor
  if (amount.problem === 'amount_not_positive') return 0n
  throw new Error(`${text} is not an amount of ${currency}`)
}
