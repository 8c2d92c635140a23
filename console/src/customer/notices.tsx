// Notices: a person chooses what comes by mail, and an admin what goes to the chat of the enterprise.
import type { ChatNotices, PersonNotices } from '@corridor/sdk'
import { noticeKinds } from '../../../server/src/customers/notices/kinds.ts'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Section } from '../parts/page.tsx'
import { corridor } from './corridor.ts'

type Kind = PersonNotices['kinds'][number]
type Language = PersonNotices['language']

const texts = bilingual({
  mail: ['Notices by mail', 'Avisos por correo'],
  off: ['The desk sends no mails.', 'La mesa no envía correos.'],
  address: ['Your mail address', 'Su correo electrónico'],
  addressHint: [
    'Mails have reference numbers and amounts, and no bank details.',
    'Los correos tienen números de referencia y montos, y ningún dato bancario.',
  ],
  chat: ['Notices in a chat', 'Avisos en un chat'],
  chatWhy: [
    'An incoming webhook of your chat gets a line for each.',
    'Un webhook entrante de su chat recibe una línea por aviso.',
  ],
  url: ['URL of the incoming webhook', 'URL del webhook entrante'],
  urlHint: [
    'Whoever has it can write in your chat. It is not shown again.',
    'Quien la tenga puede escribir en su chat. No se muestra otra vez.',
  ],
  urlNow: [
    (host: string) => `The notices go to ${host}. Leave this empty to keep it.`,
    (host: string) => `Los avisos van a ${host}. Déjela vacía para conservarla.`,
  ],
  what: ['Tell of', 'Avisar de'],
  language: ['Language', 'Idioma'],
  save: ['Save the notices', 'Guardar los avisos'],
  saved: ['Saved.', 'Guardado.'],
  end: [
    (host: string) => `End the notices at ${host}`,
    (host: string) => `Terminar los avisos en ${host}`,
  ],
  kinds: {
    order_needs_funds: ['an order needs funds', 'una orden necesita fondos'],
    order_failed: ['an order failed', 'una orden falló'],
    order_completed: ['an order is completed', 'una orden está completada'],
    information_requested: ['the desk asks for information', 'la mesa pide información'],
    approval_waits: [
      'an order waits for a second person',
      'una orden espera a una segunda persona',
    ],
    webhook_disabled: ['a webhook endpoint was disabled', 'se desactivó un endpoint de webhooks'],
  },
})

const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
]

type Choice = { kinds: readonly Kind[]; language: Language }

/** What to tell of and in which language, below where to tell it. */
function ChoiceForm({
  children,
  offered,
  choice,
  change,
}: {
  children: ReactNode
  offered: readonly Kind[]
  choice: Choice
  change: (choice: Choice) => void
}) {
  const t = useText(texts)
  return (
    <div className="narrow">
      {children}
      <Checkbox.Group
        label={t.what}
        mt="sm"
        value={[...choice.kinds]}
        onChange={(values) =>
          change({ ...choice, kinds: offered.filter((kind) => values.includes(kind)) })
        }
      >
        {offered.map((kind) => (
          <Checkbox key={kind} mt="xs" value={kind} label={t.kinds[kind]} />
        ))}
      </Checkbox.Group>
      <NativeSelect
        label={t.language}
        mt="sm"
        value={choice.language}
        data={[...LANGUAGES]}
        onChange={({ currentTarget }) => {
          const chosen = LANGUAGES.find(({ value }) => value === currentTarget.value)
          if (chosen !== undefined) change({ ...choice, language: chosen.value })
        }}
      />
    </div>
  )
}

export const personNoticesQuery = queryOptions({
  queryKey: ['person-notices'],
  queryFn: () => corridor.people.notices(),
})

export function MailNotices() {
  const t = useText(texts)
  const query = useQuery(personNoticesQuery)
  return (
    <Section title={t.mail}>
      <Answer query={query}>
        {(notices) =>
          notices.mail_is_on ? <MailForm notices={notices} /> : <p className="dim">{t.off}</p>
        }
      </Answer>
    </Section>
  )
}

function MailForm({ notices }: { notices: PersonNotices }) {
  const t = useText(texts)
  const [address, setAddress] = useState(notices.address ?? '')
  const [choice, change] = useState<Choice>(notices)
  const [isSaved, setSaved] = useState(false)
  const given = address.trim()
  return (
    <>
      <ChoiceForm
        offered={notices.offered}
        choice={choice}
        change={(next) => {
          change(next)
          setSaved(false)
        }}
      >
        <TextInput
          type="email"
          label={t.address}
          description={t.addressHint}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          autoComplete="email"
        />
      </ChoiceForm>
      <div className="acts">
        <Act
          label={t.save}
          right="see"
          disabled={given === '' && choice.kinds.length > 0}
          run={() =>
            corridor.people.changeNotices({
              address: given === '' ? null : given,
              kinds: [...choice.kinds],
              language: choice.language,
            })
          }
          onDone={() => setSaved(true)}
        />
        {isSaved ? <span role="status">{t.saved}</span> : null}
      </div>
    </>
  )
}

export function ChatOfEnterprise() {
  const t = useText(texts)
  const query = useQuery({
    queryKey: ['chat-notices'],
    queryFn: () => corridor.people.chatNotices(),
  })
  return (
    <Section title={t.chat}>
      <p>{t.chatWhy}</p>
      <Answer query={query}>{(notices) => <ChatForm notices={notices} />}</Answer>
    </Section>
  )
}

function ChatForm({ notices }: { notices: ChatNotices }) {
  const t = useText(texts)
  const [url, setUrl] = useState('')
  const [choice, change] = useState<Choice>(notices)
  const [isSaved, setSaved] = useState(false)
  const { host } = notices
  const given = url.trim()
  return (
    <>
      <ChoiceForm
        offered={noticeKinds}
        choice={choice}
        change={(next) => {
          change(next)
          setSaved(false)
        }}
      >
        <TextInput
          label={t.url}
          description={host === null ? t.urlHint : `${t.urlNow(host)} ${t.urlHint}`}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          autoComplete="off"
        />
      </ChoiceForm>
      <div className="acts">
        <Act
          label={t.save}
          disabled={given === '' && host === null}
          run={() =>
            corridor.people.changeChatNotices({
              ...(given === '' ? {} : { url: given }),
              kinds: [...choice.kinds],
              language: choice.language,
            })
          }
          onDone={() => {
            setUrl('')
            setSaved(true)
          }}
        />
        {isSaved ? <span role="status">{t.saved}</span> : null}
        {host === null ? null : (
          <Act
            label={t.end(host)}
            tone="danger"
            run={() => corridor.people.changeChatNotices({ url: null, kinds: [] })}
            onDone={() => change({ ...choice, kinds: [] })}
          />
        )}
      </div>
    </>
  )
}
