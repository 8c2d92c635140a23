// Uploads a statement from outside and compares it with the ledger. The columns of a CSV are chosen by the names in its
// first line.
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FailedAct } from '../parts/act.tsx'
import { failureOf, queries } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { PeriodField } from '../parts/period.tsx'
import { ReasonInput } from './reason-input.tsx'
import { accountsQuery } from './ledger-accounts.ts'
import { sendStatement, type Reconciliation } from './reconcile-file.ts'
import { StatementColumns } from './statement-columns.tsx'
import { useStatementColumns } from './use-statement-columns.ts'
import { oneLine } from './desk-act.tsx'

const texts = bilingual({
  open: ['Compare a statement', 'Comparar un extracto'],
  close: ['Close', 'Cerrar'],
  file: ['File of the statement', 'Archivo del extracto'],
  fileHint: [
    'camt.053 (XML) or CSV, at most 128 MiB.',
    'camt.053 (XML) o CSV, como máximo 128 MiB.',
  ],
  account: ['Account of the ledger', 'Cuenta del libro'],
  currency: ['Currency', 'Moneda'],
  days: [
    'The days that the statement covers: the first and the last, or neither. Without them: those of its first and last line.',
    'Los días que cubre el extracto: el primero y el último, o ninguno. Sin ellos: los de su primera y última línea.',
  ],
  tolerance: ['Days of difference allowed', 'Días de diferencia permitidos'],
  toleranceHint: [
    'A line of the statement matches a line of the ledger that is at most so many days earlier or later.',
    'Una línea del extracto coincide con una del libro de hasta tantos días antes o después.',
  ],
  number: ['Number of the bank account', 'Número de la cuenta bancaria'],
  numberHint: [
    'Only if the settings of the rail lack it.',
    'Solo si la configuración del riel no lo tiene.',
  ],
  reason: ['Reason', 'Motivo'],
  reasonHint: ['It stays in the audit trail.', 'Queda en el registro de auditoría.'],
  choose: ['choose', 'elija'],
  discard: ['Discard', 'Descartar'],
  submit: [(name: string) => `Compare ${name}`, (name: string) => `Comparar ${name}`],
  statement: ['the statement', 'el extracto'],
  sending: [(percent: number) => `${percent} % sent`, (percent: number) => `${percent} % enviado`],
  comparing: ['The file is here. It is being compared.', 'El archivo llegó. Se está comparando.'],
  unchanged: ['Nothing was compared:', 'Nada se comparó:'],
  unknown: [
    'No clear answer came. Send it again: the same file is never counted twice.',
    'No hubo una respuesta clara. Envíelo otra vez: el mismo archivo nunca cuenta dos veces.',
  ],
})

export function ReconcileButton({
  done,
}: {
  done: (reconciliation: Reconciliation, isNew: boolean) => void
}) {
  const t = useText(texts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.open}</Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t.open}
        lockScroll={false}
        size="lg"
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        {isOpen ? (
          <StatementForm
            discard={() => setOpen(false)}
            done={(reconciliation, isNew) => {
              setOpen(false)
              done(reconciliation, isNew)
            }}
          />
        ) : null}
      </Modal>
    </>
  )
}

const without = (days: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(days).flatMap(([name, day]) => (day === undefined ? [] : [[name, day]])),
  )

/** A choice that is the only one is made. Nothing else is: the wrong currency finds differences that are none. */
const orOnly = (chosen: string | undefined, options: readonly string[]): string =>
  chosen !== undefined && options.includes(chosen)
    ? chosen
    : options.length === 1
      ? (options[0] ?? '')
      : ''

function StatementForm({
  done,
  discard,
}: {
  done: (reconciliation: Reconciliation, isNew: boolean) => void
  discard: () => void
}) {
  const t = useText(texts)
  const { data: known } = useQuery(accountsQuery)
  const [file, setFile] = useState<File>()
  const [asked, setAsked] = useState<Record<string, string>>({ tolerance_days: '3' })
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(0)
  const isSent = useRef(false)
  const set = (name: string, value: string) => setAsked((old) => ({ ...old, [name]: value }))
  const accounts = known?.accounts ?? []
  const account = orOnly(asked['account'], accounts)
  const currencies = known?.currenciesOf(account) ?? []
  const currency = orOnly(asked['currency'], currencies)
  const chooseOf = (values: readonly string[]) => [
    { value: '', label: t.choose },
    ...values.map((value) => ({ value, label: value })),
  ]
  const table = useStatementColumns(file, asked, account)
  const isReady =
    file !== undefined && account !== '' && currency !== '' && reason.trim() !== '' && table.isReady

  const sending = useMutation({
    mutationFn: (statement: File) =>
      sendStatement(
        statement,
        { ...asked, account, currency, ...table.asked(), reason: oneLine(reason) },
        setSent,
      ),
    onSuccess: ({ reconciliation, isNew }) => {
      table.keep()
      void queries.invalidateQueries()
      done(reconciliation, isNew)
    },
    onError: () => void (isSent.current = false),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady || isSent.current) return
        isSent.current = true
        setSent(0)
        sending.mutate(file)
      }}
    >
      <label className="file">
        <span>{t.file}</span>
        <span className="dim">{t.fileHint}</span>
        <input
          type="file"
          accept=".xml,.csv,.txt,text/csv,application/xml,text/xml"
          onChange={({ currentTarget: { files } }) => {
            setFile(files?.[0])
            table.begin()
          }}
        />
      </label>
      <div className="columns">
        <NativeSelect
          label={t.account}
          data={chooseOf(accounts)}
          value={account}
          onChange={({ currentTarget: { value } }) => set('account', value)}
        />
        <NativeSelect
          label={t.currency}
          data={chooseOf(currencies)}
          disabled={account === ''}
          value={currency}
          onChange={({ currentTarget: { value } }) => set('currency', value)}
        />
        <PeriodField
          isFixed
          size="sm"
          days={{ from: asked['from'], to: asked['to'] }}
          choose={(days) => setAsked((old) => without({ ...old, ...days }))}
        />
      </div>
      <p className="dim">{t.days}</p>
      <TextInput
        label={t.tolerance}
        description={t.toleranceHint}
        inputMode="numeric"
        value={asked['tolerance_days'] ?? ''}
        onChange={({ currentTarget: { value } }) => set('tolerance_days', value)}
        mb="sm"
      />
      {file === undefined ? null : table.hasColumns ? (
        <StatementColumns
          head={table.head}
          asked={{ ...asked, ...table.form }}
          set={set}
          chosen={table.chosen}
          choose={table.choose}
          toggle={table.toggle}
        />
      ) : (
        <TextInput
          label={t.number}
          description={t.numberHint}
          value={asked['number'] ?? ''}
          onChange={({ currentTarget: { value } }) => set('number', value)}
          mb="sm"
        />
      )}
      <ReasonInput
        label={t.reason}
        description={t.reasonHint}
        value={reason}
        change={setReason}
        mb="sm"
      />
      {sending.isPending ? <Progress sent={sent} /> : null}
      {sending.isError ? <FailedAct>{failureOf(sending.error, t)}</FailedAct> : null}
      <div className="acts">
        <Button variant="default" onClick={discard}>
          {t.discard}
        </Button>
        <Button type="submit" loading={sending.isPending} disabled={!isReady}>
          {t.submit(file?.name ?? t.statement)}
        </Button>
      </div>
    </form>
  )
}

function Progress({ sent }: { sent: number }) {
  const t = useText(texts)
  const percent = Math.min(100, Math.floor(sent * 100))
  return (
    <p role="status">
      <progress max={100} value={percent} aria-label={t.sending(percent)} />{' '}
      {percent < 100 ? t.sending(percent) : t.comparing}
    </p>
  )
}
