// Exports rows of a period into a file. The file is complete only with its last line, so the page looks for it before it
// offers the file.
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FailedAct } from '../parts/act.tsx'
import { messageOf, Refused } from '../parts/client.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { Time } from '../parts/time.tsx'
import { ReasonInput } from './reason-input.tsx'
import { fetchExport, type Exported, type ExportFilters } from './export-file.ts'
import { instantsOf, type Days } from '../parts/days.ts'
import { oneOf } from '../parts/chips.tsx'
import { oneLine } from './desk-act.tsx'

const texts = bilingual({
  what: ['Rows', 'Filas'],
  format: ['Format', 'Formato'],
  reason: ['Reason', 'Motivo'],
  reasonHint: [
    'It stays in the audit trail, with what was exported.',
    'Queda en el registro de auditoría, con lo exportado.',
  ],
  names: {
    orders: ['orders', 'órdenes'],
    deposits: ['deposits', 'depósitos'],
    payouts: ['payouts', 'pagos'],
    refunds: ['refunds', 'reembolsos'],
    transfers: ['transfers', 'movimientos del libro'],
    margin: ['margin', 'margen'],
  },
  about: {
    orders: ['terms, state and provider', 'condiciones, estado y proveedor'],
    deposits: ['money that came in', 'dinero que entró'],
    payouts: ['money that went out', 'dinero que salió'],
    refunds: ['money that went back', 'dinero devuelto'],
    transfers: ['every line of the ledger', 'cada línea del libro'],
    margin: ['by day, route and provider', 'por día, ruta y proveedor'],
  },
  submit: [(what: string) => `Export ${what}`, (what: string) => `Exportar ${what}`],
  cancel: ['Stop the export', 'Detener la exportación'],
  running: [(size: string) => `${size} have arrived.`, (size: string) => `Llegaron ${size}.`],
  done: [
    (rows: string) => (rows === '1' ? 'Complete: 1 row, as of' : `Complete: ${rows} rows, as of`),
    (rows: string) => (rows === '1' ? 'Completo: 1 fila, al' : `Completo: ${rows} filas, al`),
  ],
  end: [
    (sign: string) =>
      `Its last line begins with ${sign}. It says how many rows the file has, so that a program sees a file that was cut off. It is no row: leave it out of sums.`,
    (sign: string) =>
      `Su última línea empieza con ${sign}. Dice cuántas filas tiene el archivo, para que un programa note un archivo cortado. No es una fila: no la sume.`,
  ],
  save: [(name: string) => `Save ${name}`, (name: string) => `Guardar ${name}`],
  saved: [
    'The browser keeps it in its folder of downloads.',
    'El navegador lo guarda en su carpeta de descargas.',
  ],
  cut: [
    'The file is cut off: its last line is missing. Nothing was saved; export it again.',
    'El archivo está cortado: falta su última línea. Nada se guardó; expórtelo de nuevo.',
  ],
  stopped: [
    'The export was stopped. Nothing was saved.',
    'La exportación se detuvo. Nada se guardó.',
  ],
  refused: ['Nothing was exported:', 'Nada se exportó:'],
  whole: [
    'Without days, the file has everything. The last day belongs to the period. Days are in UTC.',
    'Sin días, el archivo lo tiene todo. El último día entra en el período. Los días son en UTC.',
  ],
})

const NAMES = ['orders', 'deposits', 'payouts', 'refunds', 'transfers', 'margin'] as const
const FORMATS = ['csv', 'jsonl'] as const

type State =
  | { is: 'idle' | 'cut' | 'stopped' }
  | { is: 'running'; bytes: number }
  | { is: 'failed'; error: unknown }
  | { is: 'done'; file: Exported; url: string }

const sizeOf = (bytes: number): string => {
  const kilo = Math.ceil(bytes / 1000)
  return kilo < 10_000 ? `${kilo} kB` : `${Math.round(kilo / 1000)} MB`
}

export function ExportForm({
  days,
  filters,
  only,
}: {
  days: Days
  filters: ExportFilters
  /** The rows of a list. Without it the form asks which. */
  only?: (typeof NAMES)[number]
}) {
  const t = useText(texts)
  const [what, setWhat] = useState<(typeof NAMES)[number]>(only ?? 'orders')
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('csv')
  const [reason, setReason] = useState('')
  const [state, setState] = useState<State>({ is: 'idle' })
  const stop = useRef<AbortController>(undefined)
  const url = state.is === 'done' ? state.url : undefined
  useEffect(() => () => stop.current?.abort(), [])
  // The browser keeps the file until the page has no use for it.
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])

  const start = async () => {
    const attempt = new AbortController()
    stop.current = attempt
    setState({ is: 'running', bytes: 0 })
    try {
      const file = await fetchExport(
        {
          export: what,
          format,
          ...instantsOf(days),
          ...filters,
          reason: oneLine(reason),
        },
        attempt.signal,
        (bytes) => setState({ is: 'running', bytes }),
      )
      if (file === undefined) return setState({ is: 'cut' })
      return setState({ is: 'done', file, url: URL.createObjectURL(file.blob) })
    } catch (error) {
      if (attempt.signal.aborted) return setState({ is: 'stopped' })
      // A broken connection is how the service says that an export failed.
      return setState(error instanceof Refused ? { is: 'failed', error } : { is: 'cut' })
    } finally {
      stop.current = undefined
    }
  }
  return (
    <form
      className="narrow"
      onSubmit={(event) => {
        event.preventDefault()
        if (stop.current === undefined && reason.trim() !== '') void start()
      }}
    >
      {only === undefined ? (
        <>
          <p className="dim">{t.whole}</p>
          <NativeSelect
            label={t.what}
            data={NAMES.map((value) => ({
              value,
              label: `${t.names[value]}: ${t.about[value]}`,
            }))}
            value={what}
            onChange={({ currentTarget: { value } }) => setWhat(oneOf(NAMES, value) ?? 'orders')}
            mb="sm"
          />
        </>
      ) : null}
      <NativeSelect
        label={t.format}
        data={[
          { value: 'csv', label: 'CSV' },
          { value: 'jsonl', label: 'JSON Lines' },
        ]}
        value={format}
        onChange={({ currentTarget: { value } }) => setFormat(oneOf(FORMATS, value) ?? 'csv')}
        mb="sm"
      />
      <ReasonInput
        label={t.reason}
        description={t.reasonHint}
        value={reason}
        change={setReason}
        mb="sm"
      />
      <div className="acts">
        <Button type="submit" loading={state.is === 'running'} disabled={reason.trim() === ''}>
          {t.submit(t.names[what])}
        </Button>
        {state.is === 'running' ? (
          <Button variant="default" onClick={() => stop.current?.abort()}>
            {t.cancel}
          </Button>
        ) : null}
      </div>
      <Outcome state={state} />
    </form>
  )
}

function Outcome({ state }: { state: State }) {
  const t = useText(texts)
  const { language } = useLanguage()
  switch (state.is) {
    case 'running':
      return <p role="status">{t.running(sizeOf(state.bytes))}</p>
    case 'cut':
    case 'stopped':
      return <FailedAct>{t[state.is]}</FailedAct>
    case 'failed':
      return (
        <FailedAct>
          {t.refused} {messageOf(state.error)}
        </FailedAct>
      )
    case 'done':
      return (
        <div className="act-result" role="status">
          <p>
            {t.done(groupDigits(state.file.lines, language))} <Time at={state.file.asOf} />
          </p>
          <p>
            <a href={state.url} download={state.file.name}>
              {t.save(state.file.name)}
            </a>{' '}
            <span className="dim">{sizeOf(state.file.blob.size)}</span>
          </p>
          <p className="dim">
            {t.saved} {t.end(state.file.name.endsWith('.csv') ? '#end' : '{"end":true')}
          </p>
        </div>
      )
    default:
      return null
  }
}
