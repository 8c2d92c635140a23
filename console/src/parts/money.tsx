// Money and rates: every digit that the service sent, in groups of three, with the code of the currency after it.
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { decimalsOf, groupDigits, withDecimals } from './amount.ts'
import { bilingual, useLanguage, useText } from './language.tsx'

const texts = bilingual({ to: ['to', 'a'] })

type Amount = { amount: string; currency: string }

/** Digits of an amount that may take a line of its own. */
const LONG = 15

type MoneyProps = Amount & {
  isLoss?: boolean
  /** The least decimals that are shown. */
  decimals?: number
}

export function Money({ amount: exact, currency, isLoss, decimals = 0 }: MoneyProps) {
  const { language } = useLanguage()
  const amount = withDecimals(exact, decimals)
  const long = amount.length > LONG ? ' long' : ''
  return (
    <span className={`money${isLoss === true ? ' loss' : ''}${long}`}>
      <span className="figures">{groupDigits(amount, language)}</span>
      <span className="currency">&nbsp;{currency}</span>
    </span>
  )
}

const isMoney = (cell: ReactNode): cell is ReactElement<MoneyProps> =>
  isValidElement(cell) && cell.type === Money

/** The cells of a column. Amounts of one currency get the same decimals, so that their digits line up. */
export function linedUp(cells: readonly ReactNode[]): ReactNode[] {
  const most = decimalsOf(cells.filter(isMoney).map(({ props }) => props))
  return cells.map((cell) =>
    isMoney(cell) ? cloneElement(cell, { decimals: most.get(cell.props.currency) ?? 0 }) : cell,
  )
}

/** The same as text, for buttons and titles. */
export function useMoneyText(): (amount: string, currency: string) => string {
  const { language } = useLanguage()
  return (amount, currency) => `${groupDigits(amount, language)}\u00a0${currency}`
}

/** Both sides of a conversion. */
export function Conversion({ from, to }: { from: Amount; to: Amount }) {
  const t = useText(texts)
  return (
    <span className="conversion">
      <Money {...from} />
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> {t.to} </span>
      <Money {...to} />
    </span>
  )
}

/** `1 USDC = 4,250.00 COP`. */
export function Rate({ rate, from, to }: { rate: string; from: string; to: string }) {
  const { language } = useLanguage()
  return (
    <span className="rate">
      1&nbsp;{from} = <span className="figures">{groupDigits(rate, language)}</span>&nbsp;{to}
    </span>
  )
}
