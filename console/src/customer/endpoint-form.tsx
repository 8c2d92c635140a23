// The form of a webhook endpoint: a new one, or changes of one. Without a chosen type it gets all events.
import type { Event, Schemas, WebhookEndpoint } from '@corridor/sdk'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { orderTexts } from './order-words.ts'

const texts = bilingual({
  url: ['URL', 'URL'],
  urlHint: [
    'Where events are sent, over https. A sandbox also takes http to its own machine.',
    'Adónde se envían los eventos, por https. Un sandbox acepta también http a su propia máquina.',
  ],
  description: ['Description', 'Descripción'],
  types: ['Only chosen events', 'Solo los eventos elegidos'],
  chosen: [
    (count: number) => (count === 0 ? 'It gets all events.' : `It gets ${count} of them.`),
    (count: number) => (count === 0 ? 'Recibe todos los eventos.' : `Recibe ${count} de ellos.`),
  ],
})

type ChosenType = Schemas['ChosenEventType']
const isChosen = (type: string): type is ChosenType =>
  type in orderTexts.en.event && type !== ('webhook.test' satisfies Event['type'])
const TYPES = Object.keys(orderTexts.en.event).filter(isChosen)

type Values = { url: string; description: string; event_types: ChosenType[] }

export function EndpointForm<Made>({
  present,
  label,
  save,
  done,
}: {
  present?: WebhookEndpoint
  label: string
  save: (values: Values, idempotencyKey: string) => Promise<Made>
  done: (made: Made) => React.ReactNode
}) {
  const t = useText(texts)
  const words = useText(orderTexts)
  const [url, setUrl] = useState(present?.url ?? '')
  const [description, setDescription] = useState(present?.description ?? '')
  const [types, setTypes] = useState<readonly ChosenType[]>(present?.event_types ?? [])
  const toggle = (type: ChosenType, isOn: boolean) =>
    setTypes(TYPES.filter((one) => (one === type ? isOn : types.includes(one))))
  return (
    <>
      <TextInput
        label={t.url}
        description={t.urlHint}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        mb="sm"
      />
      <TextInput
        label={t.description}
        value={description}
        maxLength={200}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        mb="sm"
      />
      <details className="others">
        <summary>{t.types}</summary>
        {TYPES.map((type) => (
          <Checkbox
            key={type}
            mt="xs"
            size="xs"
            label={`${words.event[type]} (${type})`}
            checked={types.includes(type)}
            onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
          />
        ))}
      </details>
      <p className="dim">{t.chosen(types.length)}</p>
      <Act
        tone="primary"
        label={label}
        disabled={url.trim() === ''}
        run={(idempotencyKey) =>
          save(
            { url: url.trim(), description: description.trim(), event_types: [...types] },
            idempotencyKey,
          )
        }
        done={done}
      />
    </>
  )
}
