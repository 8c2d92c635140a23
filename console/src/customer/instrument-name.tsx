// The name of an instrument, and how its account ends: two receivers of one name can be told apart, and nobody who looks over
// a shoulder reads an account.
import type { Instrument } from '@corridor/sdk'
import { endOf } from './account-end.ts'

type Named = Pick<Instrument, 'alias' | 'method' | 'details'>

export function InstrumentName({ instrument }: { instrument: Named }) {
  const end = endOf(instrument)
  return (
    <>
      <span className="named" title={instrument.alias}>
        {instrument.alias}
      </span>
      {end === '' ? null : <span className="dim account-end"> {end}</span>}
    </>
  )
}

/** The same as text, for lists of choices. Isolates: a name from right to left leaves its neighbours in place. */
export const instrumentText = (instrument: Named): string =>
  `\u2068${instrument.alias}\u2069 ${endOf(instrument)}`.trimEnd()
