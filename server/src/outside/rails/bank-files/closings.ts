// Reads the closing balances of a statement.
import { readAmount } from './amounts.ts'
import { allOf, at, textAt, type Element } from './read-xml.ts'

export type Closing = { date: string; createdAt: string; amountMinor: bigint }

/** Closing booked balances. A debit balance is negative. */
export const closingsOf = (report: Element, currency: string): Closing[] =>
  allOf(report, 'Bal').flatMap((balance) => {
    const amount = at(balance, 'Amt')
    const minor = readAmount(amount?.text, amount?.currency)
    const date = (textAt(balance, 'Dt/Dt') ?? textAt(balance, 'Dt/DtTm') ?? '').slice(0, 10)
    if (textAt(balance, 'Tp/CdOrPrtry/Cd') !== 'CLBD' || minor === undefined) return []
    if (amount?.currency !== currency || !/^\d{4}-\d\d-\d\d$/.test(date)) return []
    const isDebit = textAt(balance, 'CdtDbtInd') === 'DBIT'
    return [
      { date, createdAt: textAt(report, 'CreDtTm') ?? '', amountMinor: isDebit ? -minor : minor },
    ]
  })
