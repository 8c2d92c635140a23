// What a statement and the ledger do not agree on: the lines of both sides beside each other, and how it is closed.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { Money, useMoneyText } from '../parts/money.tsx'
import { act, actFor, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { accountsQuery } from './ledger-accounts.ts'
import { lineProblem } from './line-problem-words.ts'
import { useWord } from './status-words.tsx'

type Difference = Pick<
  Schemas['Difference'],
  'account' | 'currency' | 'difference' | 'amount' | 'there' | 'here'
>

const texts = bilingual({
  there: ['The statement', 'El extracto'],
  here: ['The ledger', 'El libro'],
  nothing: ['nothing', 'nada'],
  line: [(line: number) => `line ${line}`, (line: number) => `línea ${line}`],
  explain: [
    (what: string) => `Explain ${what}, without a posting`,
    (what: string) => `Explicar ${what}, sin asiento`,
  ],
  ofLine: [
    (line: number, amount: string) => `line ${line} (${amount})`,
    (line: number, amount: string) => `la línea ${line} (${amount})`,
  ],
  explainBefore: ['Both sides do not agree.', 'Los dos lados no coinciden.'],
  explainAfter: [
    'The difference is closed with your reason. The ledger stays as it is.',
    'La diferencia se cierra con su motivo. El libro no cambia.',
  ],
  move: [
    (what: string) => `Propose a movement for ${what}`,
    (what: string) => `Proponer un movimiento para ${what}`,
  ],
  moveBefore: [
    (account: string) => `${account} does not have what the statement says.`,
    (account: string) => `${account} no tiene lo que dice el extracto.`,
  ],
  moveAfter: [
    'A movement is proposed; it is posted when it settles.',
    'Se propone un movimiento; se asienta cuando se liquida.',
  ],
  counter: ['Counter account', 'Contracuenta'],
  counterHint: ['Such as treasury or rail_fee.', 'Por ejemplo treasury o rail_fee.'],
})

/** What a difference is. */
export const kindTexts = bilingual({
  kind: [
    {
      missing_here: 'The statement has it, the ledger does not',
      missing_there: 'The ledger has it, the statement does not',
      different_amount: 'The amounts differ',
      different_currency: 'The currencies differ',
      different_date: 'The dates differ',
      unreadable: 'The line cannot be read',
    } as Readonly<Record<string, string>>,
    {
      missing_here: 'El extracto lo tiene, el libro no',
      missing_there: 'El libro lo tiene, el extracto no',
      different_amount: 'Los montos difieren',
      different_currency: 'Las monedas difieren',
      different_date: 'Las fechas difieren',
      unreadable: 'La línea no se puede leer',
    } as Readonly<Record<string, string>>,
  ],
})

export function DifferenceSides({ difference }: { difference: Difference }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const word = useWord()
  const words = useText(kindTexts)
  const { there, here } = difference
  return (
    <>
      <p>
        <b>{words.kind[difference.difference] ?? difference.difference}</b>{' '}
        <span className="dim">{difference.account}</span>
      </p>
      <div className="side-by-side">
        <div>
          <h3>{t.there}</h3>
          {there.length === 0 ? <p className="dim">{t.nothing}</p> : null}
          {there.map((line) => (
            <div key={line.line} className="sheet-line">
              <span>
                {line.date} <span className="dim">{t.line(line.line)}</span>
                <br />
                <span className="code">{(line.references ?? []).join(', ')}</span>
              </span>
              {line.amount === undefined || line.currency === undefined ? (
                <span>{line.why === undefined ? null : lineProblem(line.why, language)}</span>
              ) : (
                <Money amount={line.amount} currency={line.currency} />
              )}
            </div>
          ))}
        </div>
        <div>
          <h3>{t.here}</h3>
          {here.length === 0 ? <p className="dim">{t.nothing}</p> : null}
          {here.map((line) => (
            <div key={line.transfer_id} className="sheet-line">
              <span>
                {line.date} <span className="dim">{word(line.posting)}</span>
                <br />
                {line.order_id === null ? (
                  <span className="code">{line.references.join(', ')}</span>
                ) : (
                  <Link to="/operator/orders/$order" params={{ order: line.order_id }}>
                    {line.references[0] ?? line.order_id}
                  </Link>
                )}
              </span>
              <Money amount={line.amount} currency={line.currency} />
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

/** Such as "line 12 (1,000.00 COP)": many differences have the same amount. */
function useName({ there, here, amount, currency }: Difference): string {
  const t = useText(texts)
  const text = useMoneyText()(amount, currency)
  const [line] = there
  if (line !== undefined) return t.ofLine(line.line, text)
  const reference = here[0]?.references[0]
  return reference === undefined ? text : `${reference} (${text})`
}

export function DifferenceActs({ id, difference }: { id: string; difference: Difference }) {
  const t = useText(texts)
  const { data: known } = useQuery(accountsQuery)
  const what = useName(difference)
  const names = { difference_id: id }
  return (
    <div className="acts">
      <DeskAct
        act="difference.explain"
        label={t.explain(what)}
        before={t.explainBefore}
        after={t.explainAfter}
        run={actFor('/operator/v1/differences/{difference_id}/explain', names)}
      />
      <DeskAct
        act="difference.movement"
        tone="primary"
        label={t.move(what)}
        fields={[
          {
            name: 'counter',
            label: t.counter,
            hint: t.counterHint,
            initial: 'treasury',
            suggested: ['treasury', ...(known?.accounts ?? [])],
          },
        ]}
        before={t.moveBefore(difference.account)}
        after={t.moveAfter}
        run={({ counter = '' }, reason) =>
          act('/operator/v1/differences/{difference_id}/movement', names, {
            counter_account: counter.trim(),
            reason,
          })
        }
      />
    </div>
  )
}
