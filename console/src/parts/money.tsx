// Money and rates: every digit that the service sent, in groups of three, with the code of the currency after it.
import { useLanguage, type Language } from './language.tsx'

const SEPARATORS = { en: [',', '.'], es: ['.', ','] } as const

/** `text` is a decimal string. No digit is added, dropped or rounded. */
export function groupDigits(text: string, language: Language): string {
  const [group, point] = SEPARATORS[language]
  const [, sign = '', whole = '', part] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return (sign === '' ? '' : '\u2212') + grouped + (part === undefined ? '' : point + part)
}

type Amount = { amount: string; currency: string }

export function Money({ amount, currency, isLoss }: Amount & { isLoss?: boolean }) {
  const { language } = useLanguage()
  return (
    <span className={isLoss === true ? 'money loss' : 'money'}>
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
  return (
    <span className="conversion">
      <Money {...from} />
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> to </span>
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
