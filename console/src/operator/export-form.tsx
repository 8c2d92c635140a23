// Exports rows of a period into a file. The file is complete only with its last line, so the page looks for it before it
// offers the file.
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FailedAct } from '../parts/act.tsx'
import { messageOf, Refused } from '../parts/client.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { ReasonInput } from './reason-input.tsx'
import { fetchExport, type Exported, type ExportFilters } from './export-file.ts'
import { instantsOf, type Days } from '../parts/period.tsx'
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
  names: [
    {
      orders: 'orders: terms, state, provider',
      deposits: 'deposits: money in',
      payouts: 'payouts: money out',
      refunds: 'refunds: money back',
      transfers: 'transfers: every line of the ledger',
      margin: 'margin: by day, route and provider',
    } as Readonly<Record<string, string>>,
    {
      orders: 'orders: condiciones, estado, proveedor',
      deposits: 'deposits: dinero que entra',
      payouts: 'payouts: dinero que sale',
      refunds: 'refunds: dinero devuelto',
      transfers: 'transfers: cada línea del libro',
      margin: 'margin: por día, ruta y proveedor',
    } as Readonly<Record<string, string>>,
  ],
  submit: [(what: string) => `Export ${what}`, (what: string) => `Exportar ${what}`],
  cancel: ['Stop the export', 'Detener la exportación'],
  running: [(size: string) => `${size} have arrived.`, (size: string) => `Llegaron ${size}.`],
  done: [
    (lines: string) => `Complete: ${lines} lines, as of`,
    (lines: string) => `Completo: ${lines} líneas, al`,
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
    'Without days it is everything. A day belongs to the period whole, in UTC.',
    'Sin días es todo. Un día entra completo, en UTC.',
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
            data={NAMES.map((value) => ({ value, label: t.names[value] ?? value }))}
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
          {t.submit(what)}
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
          <p className="dim">{t.saved}</p>
        </div>
      )
    default:
      return null
  }
}
