// What a halt stops, in words: for the button that makes one and for the lines that name one.
import { bilingual, useText } from '../parts/language.tsx'

type Words = Readonly<Record<string, string>>
export type Halted = { what: string; rail: string | null; provider: string | null }

const texts = bilingual({
  what: {
    quotes: ['quotes', 'cotizaciones'],
    fills: ['conversions', 'conversiones'],
    sends: ['payouts and refunds', 'pagos y reembolsos'],
  },
  all: {
    quotes: ['all quotes', 'todas las cotizaciones'],
    fills: ['all conversions', 'todas las conversiones'],
    sends: ['all payouts and refunds', 'todos los pagos y reembolsos'],
  },
  over: [
    (what: string, rail: string) => `${what} over ${rail}`,
    (what: string, rail: string) => `${what} por ${rail}`,
  ],
  at: [
    (what: string, provider: string) => `${what} at ${provider}`,
    (what: string, provider: string) => `${what} con ${provider}`,
  ],
})

/** Such as "payouts and refunds over evm:base". */
export function useHaltWords(): (halt: Halted) => string {
  const t = useText(texts)
  const some: Words = t.what
  const all: Words = t.all
  return ({ what, rail, provider }) =>
    rail !== null
      ? t.over(some[what] ?? what, rail)
      : provider !== null
        ? t.at(some[what] ?? what, provider)
        : (all[what] ?? what)
}
