// Asks an organization for information: a message, fields to fill in, documents to upload, and a deadline.
import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { FailedAct } from '../parts/act.tsx'
import { now } from '../parts/clock.ts'
import { failureOf, queries } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { ReasonInput } from './reason-input.tsx'
import { act, type Schemas } from './api.ts'
import { oneOf } from '../parts/chips.tsx'
import { OrganizationSelect } from './organizations.tsx'
import { oneLine } from './desk-act.tsx'

const texts = bilingual({
  ask: ['Ask for information', 'Pedir información'],
  close: ['Close', 'Cerrar'],
  order: ['Order', 'Orden'],
  orderHint: [
    'Its identifier. Empty: the request is about the organization.',
    'Su identificador. Vacío: la solicitud es sobre la organización.',
  ],
  message: ['Message to the customer', 'Mensaje al cliente'],
  hold: [
    'Freeze the order meanwhile. Closing the request does not end the freeze.',
    'Congelar la orden entretanto. Cerrar la solicitud no la descongela.',
  ],
  wanted: ['What is wanted', 'Qué se pide'],
  kind: ['Kind', 'Clase'],
  kinds: {
    text: ['a line of text', 'una línea de texto'],
    date: ['a date', 'una fecha'],
    country: ['a country', 'un país'],
    document: ['a document', 'un documento'],
  },
  question: [(place: number) => `Question ${place}`, (place: number) => `Pregunta ${place}`],
  required: ['must be answered', 'debe responderse'],
  add: ['Add a question', 'Añadir una pregunta'],
  remove: [
    (place: number) => `Remove question ${place}`,
    (place: number) => `Quitar la pregunta ${place}`,
  ],
  deadline: ['Deadline: the end of this day in UTC', 'Plazo: el fin de este día en UTC'],
  reason: ['Reason', 'Motivo'],
  reasonHint: [
    'It stays in the audit trail. The customer does not see it.',
    'Queda en la auditoría. El cliente no lo ve.',
  ],
  submit: ['Ask the organization', 'Pedir a la organización'],
  unchanged: ['Nothing was asked:', 'Nada se pidió:'],
  unknown: [
    'No clear answer came. It may have been asked: look at the list before you repeat it.',
    'No hubo una respuesta clara. Puede que se haya pedido: mire la lista antes de repetirlo.',
  ],
  waits: [
    'It waits for a second person, and nothing has changed yet.',
    'Espera a una segunda persona y aún no cambió nada.',
  ],
  approval: ['Open the approval', 'Abrir la aprobación'],
})

const KINDS = ['text', 'date', 'country', 'document'] as const
type Question = { key: number; kind: (typeof KINDS)[number]; about: string; required: boolean }
const MOST_QUESTIONS = 20
const LARGEST_BYTES = 3_000_000
const WEEK_MS = 7 * 86_400_000

/** A name that programs can use, from the first words of a question. Each is different. */
function namesFor(questions: readonly string[]): string[] {
  const taken = new Set<string>()
  return questions.map((about) => {
    const words = about
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^[^a-z]+|_+$/g, '')
      .slice(0, 40)
    const first = words === '' ? 'question' : words
    let name = first
    for (let count = 2; taken.has(name); count++) name = `${first}_${count}`
    taken.add(name)
    return name
  })
}

type AskProps = {
  organization: string | undefined
  order: string | undefined
  done: (request: Schemas['InformationRequest']) => void
}

export function AskButton(props: AskProps) {
  const t = useText(texts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.ask}</Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t.ask}
        lockScroll={false}
        size="lg"
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        {isOpen ? (
          <AskForm
            {...props}
            done={(request) => {
              setOpen(false)
              props.done(request)
            }}
          />
        ) : null}
      </Modal>
    </>
  )
}

function AskForm({ organization: given, order: about, done }: AskProps) {
  const t = useText(texts)
  const [organization, setOrganization] = useState(given)
  const [order, setOrder] = useState(about ?? '')
  const [message, setMessage] = useState('')
  const [isHeld, setHeld] = useState(false)
  const [day, setDay] = useState(() => new Date(now() + WEEK_MS).toISOString().slice(0, 10))
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const [reason, setReason] = useState('')
  const isSent = useRef(false)
  const asking = useMutation({
    mutationFn: () => {
      const names = namesFor(questions.map((one) => one.about))
      const named = questions.map((one, place) => ({ ...one, name: names[place] ?? '' }))
      return act(
        '/operator/v1/organizations/{organization_id}/information_requests',
        { organization_id: organization ?? '' },
        {
          ...(order.trim() === '' ? {} : { order_id: order.trim(), hold_order: isHeld }),
          message: oneLine(message),
          fields: named.flatMap(({ kind, name, about: what, required }) =>
            kind === 'document' ? [] : [{ name, about: what.trim(), type: kind, required }],
          ),
          documents: named.flatMap(({ kind, name, about: what, required }) =>
            kind === 'document'
              ? [{ name, about: what.trim(), required, largest_bytes: LARGEST_BYTES }]
              : [],
          ),
          deadline: `${day}T23:59:59.999Z`,
          reason: oneLine(reason),
        },
      )
    },
    onSuccess: ({ data }) => {
      void queries.invalidateQueries()
      if (data !== null) done(data)
    },
    onError: () => void (isSent.current = false),
  })
  const change = (key: number, part: Partial<Question>) =>
    setQuestions((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const isReady = organization !== undefined && message.trim() !== '' && reason.trim() !== ''
  if (asking.data?.approval != null)
    return (
      <p className="act-result" role="status">
        {t.waits}{' '}
        <Link to="/operator/approvals" search={{ open: asking.data.approval.id }}>
          {t.approval}
        </Link>
      </p>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isSent.current || !isReady) return
        isSent.current = true
        asking.mutate()
      }}
    >
      <OrganizationSelect value={organization} choose={setOrganization} isRequired size="sm" />
      <TextInput
        label={t.order}
        description={t.orderHint}
        value={order}
        onChange={({ currentTarget: { value } }) => setOrder(value)}
        mt="sm"
      />
      {order.trim() === '' ? null : (
        <Checkbox
          label={t.hold}
          checked={isHeld}
          onChange={({ currentTarget: { checked } }) => setHeld(checked)}
          mt="sm"
        />
      )}
      <Textarea
        label={t.message}
        value={message}
        onChange={({ currentTarget: { value } }) => setMessage(value)}
        maxLength={2000}
        required
        withAsterisk={false}
        my="sm"
      />
      <fieldset className="fieldset">
        <legend>{t.wanted}</legend>
        {questions.map(({ key, kind, about: what, required }, index) => (
          <div key={key} className="question">
            <TextInput
              label={t.question(index + 1)}
              value={what}
              onChange={({ currentTarget: { value } }) => change(key, { about: value })}
              maxLength={500}
              required
              withAsterisk={false}
            />
            <NativeSelect
              aria-label={`${t.kind} ${index + 1}`}
              data={KINDS.map((value) => ({ value, label: t.kinds[value] }))}
              value={kind}
              onChange={({ currentTarget: { value } }) =>
                change(key, { kind: oneOf(KINDS, value) ?? 'text' })
              }
            />
            <Checkbox
              label={t.required}
              checked={required}
              onChange={({ currentTarget: { checked } }) => change(key, { required: checked })}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => setQuestions((all) => all.filter((one) => one.key !== key))}
            >
              {t.remove(index + 1)}
            </Button>
          </div>
        ))}
        <Button
          variant="default"
          size="xs"
          disabled={questions.length >= MOST_QUESTIONS}
          onClick={() =>
            setQuestions((all) => [
              ...all,
              { key: (all.at(-1)?.key ?? 0) + 1, kind: 'text', about: '', required: true },
            ])
          }
        >
          {t.add}
        </Button>
      </fieldset>
      <TextInput
        type="date"
        label={t.deadline}
        value={day}
        onChange={({ currentTarget: { value } }) => setDay(value)}
        required
        withAsterisk={false}
        mt="sm"
      />
      <ReasonInput
        label={t.reason}
        description={t.reasonHint}
        value={reason}
        change={setReason}
        my="sm"
      />
      {asking.isError ? <FailedAct>{failureOf(asking.error, t)}</FailedAct> : null}
      <Button type="submit" loading={asking.isPending} disabled={!isReady}>
        {t.submit}
      </Button>
    </form>
  )
}
