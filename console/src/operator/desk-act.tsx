// An act of the desk as a button: before it is sent, the dialog says what changes and what cannot be undone, and asks for
// the reason. The result replaces the button. Where a rule needs a second person, the answer says that nothing changed yet.
import { Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createContext, use, useRef, useState, type ReactNode } from 'react'
import { readAmount, writeAmount } from '../parts/amount.ts'
import { failureOf, queries, Refused } from '../parts/client.ts'
import { ActResult, FailedAct } from '../parts/act.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { FieldInput, type ActField, type Values } from './act-field.tsx'
import { useRoles } from './role-words.ts'
import { ReasonInput } from './reason-input.tsx'
import type { Outcome } from './api.ts'
import { useListed, type ActName, type OpenAct } from './open-acts.tsx'
import { useHandOut } from './secrets.tsx'

const texts = bilingual({
  reason: ['Reason', 'Motivo'],
  reasonHint: ['It stays in the audit trail.', 'Queda en el registro de auditoría.'],
  needed: ['is needed', 'falta'],
  optional: [(label: string) => `${label} (optional)`, (label: string) => `${label} (opcional)`],
  noAmount: [
    'must be an amount such as 25000.00 or 25,000.00',
    'debe ser un monto como 25000,00 o 25.000,00',
  ],
  before: ['Now', 'Ahora'],
  after: ['Afterwards', 'Después'],
  rule: [
    'If a rule of approval covers it, nothing changes until another person approves it.',
    'Si una regla de aprobación lo cubre, nada cambia hasta que otra persona lo apruebe.',
  ],
  second: [
    (roles: string) =>
      `It needs a second person: nothing changes until somebody else approves it (${roles}).`,
    (roles: string) =>
      `Necesita una segunda persona: nada cambia hasta que otra lo apruebe (${roles}).`,
  ],
  cancel: ['Go back', 'Volver'],
  close: ['Close', 'Cerrar'],
  unchanged: ['Nothing has changed:', 'Nada cambió:'],
  unknown: [
    'No clear answer came. It may have been done. The same act sent again is done once at most.',
    'No hubo una respuesta clara. Puede que se haya hecho. El mismo acto enviado otra vez se hace una vez como máximo.',
  ],
  already: [
    'It was done before. Nothing is done twice.',
    'Ya se había hecho. Nada se hace dos veces.',
  ],
  done: [(label: string) => `Done: ${label}`, (label: string) => `Hecho: ${label}`],
  waits: [
    'It waits for a second person, and nothing has changed yet.',
    'Espera a una segunda persona y aún no cambió nada.',
  ],
  approval: ['Open the approval', 'Abrir la aprobación'],
})

export { chosenAs, chosenIn, type ActField, type Values } from './act-field.tsx'

/** What somebody around an act does once it is done. */
export const TellDone = createContext<(label: string) => void>(() => undefined)

/** A reason is one line for the service. */
export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

export type DeskActProps<Data> = {
  /** The act among those of the object around it (`ActsOf`). While it is closed, its reason is shown in place of the button. */
  act?: ActName
  /** The act and its object. */
  label: string
  /** The same with the values of the form, for the button that sends it. */
  labelOf?: (values: Values) => string
  run: (values: Values, reason: string) => Promise<Outcome<Data>>
  before?: ReactNode
  after?: ReactNode
  /** What the reason is called here, and what it says unless the person writes something else. */
  reason?: { label?: string; usual?: string }
  /** A sentence: You cannot undo … */
  final?: string
  fields?: readonly ActField[]
  tone?: 'primary' | 'default' | 'danger'
  size?: string
  disabled?: boolean
  /** Whether the fields of the page are complete. It shows what is missing. */
  check?: () => boolean
  /** The button stays, for acts that are done again and again. */
  repeats?: boolean
  done?: (data: Data) => ReactNode
  onDone?: (data: Data) => void
}

export function DeskAct<Data>(props: DeskActProps<Data>) {
  const { label, tone = 'default', size = 'sm', disabled = false, repeats = false, done } = props
  const { check = () => true } = props
  const t = useText(texts)
  const listed = useListed(props.act)
  const handOut = useHandOut()
  const tellDone = use(TellDone)
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<Data>>()
  const [count, setCount] = useState(0)
  const result =
    outcome === undefined ? null : (
      <ActResult key={count} className="act-result">
        {outcome.approval === null ? (
          done === undefined ? (
            t.done(label)
          ) : (
            done(outcome.data)
          )
        ) : (
          <>
            {t.waits}{' '}
            <Link to="/operator/approvals" search={{ open: outcome.approval.id }}>
              {t.approval}
            </Link>
          </>
        )}
      </ActResult>
    )
  if (result !== null && !repeats) return result
  if (listed.why !== undefined)
    return (
      <>
        {result}
        <p className="dim">
          {label}: {listed.why}
        </p>
      </>
    )
  const style =
    tone === 'primary'
      ? {}
      : tone === 'danger'
        ? { variant: 'outline', color: 'red' }
        : { variant: 'default' }
  return (
    <>
      {result}
      <Button
        {...style}
        size={size}
        disabled={disabled}
        data-act={props.act}
        onClick={() => setOpen(check())}
      >
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
            approvers={listed.approvers}
            close={() => setOpen(false)}
            settle={(settled) => {
              setOpen(false)
              handOut(settled.data)
              setOutcome(settled)
              setCount(count + 1)
              if (settled.approval !== null) return
              tellDone(label)
              props.onDone?.(settled.data)
            }}
          />
        ) : null}
      </Modal>
    </>
  )
}

function ActForm<Data>({
  label,
  labelOf = () => label,
  run,
  before,
  after,
  final,
  reason: about = {},
  fields = [],
  tone,
  approvers,
  close,
  settle,
}: DeskActProps<Data> & {
  approvers: OpenAct['approvers'] | undefined
  close: () => void
  settle: (outcome: Outcome<Data>) => void
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  const roleNames = useRoles()
  const [reason, setReason] = useState(about.usual ?? '')
  const [typed, setTyped] = useState<Values>(() =>
    Object.fromEntries(
      fields.map(({ name, initial = '', amountIn }) => [
        name,
        amountIn === undefined ? initial : writeAmount(initial, language),
      ]),
    ),
  )
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // A second click may come before the page shows that the first was sent.
  const isSent = useRef(false)
  const valueOf = ({ name, options, isMany }: ActField): string =>
    typed[name] || (isMany === true ? '' : (options?.[0]?.value ?? ''))
  const present = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
  const shown = fields.filter(({ isShown }) => isShown?.(present) !== false)
  const sentFor = (field: ActField): string | undefined => {
    const value = field.read?.(valueOf(field)) ?? valueOf(field).trim()
    return field.amountIn === undefined || value === ''
      ? value
      : readAmount(value, language, field.amountIn)
  }
  const faultOf = (field: ActField): string | undefined => {
    const value = sentFor(field)
    if (value === undefined) return t.noAmount
    const mayBeEmpty = field.isOptional === true || field.isMany === true
    return value === '' && !mayBeEmpty ? t.needed : undefined
  }
  const isComplete = reason.trim() !== '' && shown.every((field) => faultOf(field) === undefined)
  const sending = useMutation({
    mutationFn: () =>
      run(
        Object.fromEntries(shown.map((field) => [field.name, sentFor(field) ?? ''])),
        oneLine(reason),
      ),
    onError: () => void (isSent.current = false),
    onSuccess: (outcome) => {
      settle(outcome)
      void queries.invalidateQueries()
    },
  })
  const problemOf = (error: Error) =>
    error instanceof Refused && error.code === 'act_already_done' ? t.already : failureOf(error, t)
  const set = (name: string, value: string) => setTyped((old) => ({ ...old, [name]: value }))
  // The page shows the faults first.
  const focusFault = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    )
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isComplete) return focusFault()
        if (isSent.current) return
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
      {final === undefined ? null : <p className="note bad">{final}</p>}
      {shown.map((field, index) => (
        <FieldInput
          key={field.name}
          field={field}
          label={field.isOptional === true ? t.optional(field.label) : field.label}
          value={valueOf(field)}
          error={isTried ? faultOf(field) : undefined}
          isFirst={index === 0}
          change={(value) => set(field.name, value)}
        />
      ))}
      <ReasonInput
        label={about.label ?? t.reason}
        description={t.reasonHint}
        value={reason}
        change={setReason}
        error={isTried && reason.trim() === '' ? t.needed : undefined}
        {...(shown.length === 0 ? { 'data-autofocus': true } : {})}
      />
      {approvers === null ? null : approvers === undefined ? (
        <p className="dim">{t.rule}</p>
      ) : (
        <p className="note">{t.second(roleNames(approvers))}</p>
      )}
      {sending.isError ? <FailedAct>{problemOf(sending.error)}</FailedAct> : null}
      <div className="acts">
        <Button variant="default" onClick={close}>
          {t.cancel}
        </Button>
        <Button
          type="submit"
          {...(tone === 'danger' ? { color: 'red' } : {})}
          loading={sending.isPending}
        >
          {labelOf(present)}
        </Button>
      </div>
    </form>
  )
}
