// Money and rates: every digit that the service sent, in groups of three, with the code of the currency after it.
import { groupDigits } from './amount.ts'
import { bilingual, useLanguage, useText } from './language.tsx'

const texts = bilingual({ to: ['to', 'a'] })

type Amount = { amount: string; currency: string }

/** Digits of an amount that may take a line of its own. */
const LONG = 15

export function Money({ amount, currency, isLoss }: Amount & { isLoss?: boolean }) {
  const { language } = useLanguage()
  const long = amount.length > LONG ? ' long' : ''
  return (
    <span className={`money${isLoss === true ? ' loss' : ''}${long}`}>
      <span className="figures">{groupDigits(amount, language)}</span>
      <span className="currency">&nbsp;{currency}</span>
    </span>
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
