// An act of the desk as a button: before it is sent, the dialog says what changes and what cannot be undone, and asks for
// the reason. The result replaces the button. Where a rule needs a second person, the answer says that nothing changed yet.
import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { failureOf, queries, Refused } from '../parts/client.ts'
import { ActResult, FailedAct } from '../parts/act.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ReasonInput } from './reason-input.tsx'
import type { Outcome } from './api.ts'
import { useHandOut } from './secrets.tsx'

const texts = bilingual(
  {
    reason: 'Reason',
    reasonHint: 'It stays in the audit trail.',
    before: 'Now',
    after: 'Afterwards',
    final: 'Cannot be undone:',
    rule: 'If a rule of approval covers it, nothing changes until another person approves it.',
    cancel: 'Go back',
    close: 'Close',
    unchanged: 'Nothing has changed:',
    unknown:
      'No clear answer came. It may have been done. The same act sent again is done once at most.',
    already: 'It was done before. Nothing is done twice.',
    done: (label: string) => `Done: ${label}`,
    waits: 'It waits for a second person, and nothing has changed yet.',
    approval: 'Open the approval',
  },
  {
    reason: 'Motivo',
    reasonHint: 'Queda en el registro de auditoría.',
    before: 'Ahora',
    after: 'Después',
    final: 'No se puede deshacer:',
    rule: 'Si una regla de aprobación lo cubre, nada cambia hasta que otra persona lo apruebe.',
    cancel: 'Volver',
    close: 'Cerrar',
    unchanged: 'Nada cambió:',
    unknown:
      'No hubo una respuesta clara. Puede que se haya hecho. El mismo acto enviado otra vez se hace una vez como máximo.',
    already: 'Ya se había hecho. Nada se hace dos veces.',
    done: (label: string) => `Hecho: ${label}`,
    waits: 'Espera a una segunda persona y aún no cambió nada.',
    approval: 'Abrir la aprobación',
  },
)

/** What a field of several choices says. */
export const idsIn = (text: string): string[] => text.split(' ').filter((one) => one !== '')

/** A reason is one line for the service. */
export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

export type ActField = {
  name: string
  label: string
  hint?: string
  initial?: string
  /** Choices of a list; without them it is a text. */
  options?: readonly { value: string; label: string }[]
  /** Several of the choices, with a blank between, or none. */
  isMany?: boolean
  isDate?: boolean
}

export type DeskActProps<Data> = {
  /** The act and its object. */
  label: string
  run: (values: Record<string, string>, reason: string) => Promise<Outcome<Data>>
  before?: ReactNode
  after?: ReactNode
  /** A sentence that says which part of the act cannot be undone. */
  final?: string
  fields?: readonly ActField[]
  tone?: 'primary' | 'default' | 'danger'
  size?: string
  disabled?: boolean
  /** The button stays, for acts that are done again and again. */
  repeats?: boolean
  done?: (data: Data) => ReactNode
  onDone?: (data: Data) => void
}

export function DeskAct<Data>(props: DeskActProps<Data>) {
  const { label, tone = 'default', size = 'sm', disabled = false, repeats = false, done } = props
  const t = useText(texts)
  const handOut = useHandOut()
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<Data>>()
  if (outcome?.approval != null)
    return (
      <ActResult className="act-result">
        {t.waits}{' '}
        <Link to="/operator/approvals" search={{ open: outcome.approval.id }}>
          {t.approval}
        </Link>
      </ActResult>
    )
  if (outcome !== undefined && outcome.approval === null)
    return (
      <ActResult className="act-result">
        {done === undefined ? t.done(label) : done(outcome.data)}
      </ActResult>
    )
  const style =
    tone === 'primary'
      ? {}
      : tone === 'danger'
        ? { variant: 'outline', color: 'red' }
        : { variant: 'default' }
  return (
    <>
      <Button {...style} size={size} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        lockScroll={false}
        size="lg"
        closeButtonProps={{ 'aria-label': t.close }}
      >
        {isOpen ? (
          <ActForm
            {...props}
            close={() => setOpen(false)}
            settle={(result) => {
              setOpen(false)
              handOut(result.data)
              if (!repeats || result.approval !== null) setOutcome(result)
              if (result.approval === null) props.onDone?.(result.data)
            }}
          />
        ) : null}
      </Modal>
    </>
  )
}

function ActForm<Data>({
  label,
  run,
  before,
  after,
  final,
  fields = [],
  tone,
  close,
  settle,
}: DeskActProps<Data> & { close: () => void; settle: (outcome: Outcome<Data>) => void }) {
  const t = useText(texts)
  const [reason, setReason] = useState('')
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? ''])),
  )
  // A second click may come before the page shows that the first was sent.
  const isSent = useRef(false)
  const sending = useMutation({
    mutationFn: () =>
      run(Object.fromEntries(fields.map((field) => [field.name, valueOf(field)])), oneLine(reason)),
    onError: () => void (isSent.current = false),
    onSuccess: (outcome) => {
      settle(outcome)
      void queries.invalidateQueries()
    },
  })
  const valueOf = ({ name, options, isMany }: ActField) => {
    const first = isMany === true ? '' : (options?.[0]?.value ?? '')
    return values[name] === '' || values[name] === undefined ? first : values[name]
  }
  const problemOf = (error: Error) =>
    error instanceof Refused && error.code === 'act_already_done' ? t.already : failureOf(error, t)
  const set = (name: string, value: string) => setValues((old) => ({ ...old, [name]: value }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isSent.current || reason.trim() === '') return
        isSent.current = true
        sending.mutate()
      }}
    >
      {before === undefined && after === undefined ? null : (
        <dl className="before-after">
          <div>
            <dt>{t.before}</dt>
            <dd>{before}</dd>
          </div>
          <div>
            <dt>{t.after}</dt>
            <dd>{after}</dd>
          </div>
        </dl>
      )}
      {final === undefined ? null : (
        <p className="note bad">
          <b>{t.final}</b> {final}
        </p>
      )}
      {fields.map((field) => {
        const { name, label: fieldLabel, hint, options, isMany, isDate } = field
        if (options !== undefined && isMany === true)
          return (
            <Checkbox.Group
              key={name}
              label={fieldLabel}
              description={hint}
              value={idsIn(valueOf(field))}
              onChange={(chosen) => set(name, chosen.join(' '))}
              mb="sm"
            >
              <div className="many">
                {options.map((option) => (
                  <Checkbox key={option.value} {...option} />
                ))}
              </div>
            </Checkbox.Group>
          )
        return options === undefined ? (
          <TextInput
            key={name}
            {...(isDate === true ? { type: 'date' } : {})}
            label={fieldLabel}
            description={hint}
            value={valueOf(field)}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
            mb="sm"
          />
        ) : (
          <NativeSelect
            key={name}
            label={fieldLabel}
            description={hint}
            value={valueOf(field)}
            data={[...options]}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
            mb="sm"
          />
        )
      })}
      <ReasonInput
        label={t.reason}
        description={t.reasonHint}
        value={reason}
        change={setReason}
        data-autofocus
      />
      <p className="dim">{t.rule}</p>
      {sending.isError ? <FailedAct>{problemOf(sending.error)}</FailedAct> : null}
      <div className="acts">
        <Button variant="default" onClick={close}>
          {t.cancel}
        </Button>
        <Button
          type="submit"
          {...(tone === 'danger' ? { color: 'red' } : {})}
          loading={sending.isPending}
          disabled={reason.trim() === ''}
        >
          {label}
        </Button>
      </div>
    </form>
  )
}
