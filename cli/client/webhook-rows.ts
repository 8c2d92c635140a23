// The operators' commands on webhook endpoints, and their operations.
import { act, list, textIn, type Row } from './rows.ts'

type Endpoint = {
  id: string
  url: string
  status: string
  disabled_reason: string | null
  failing_since: string | null
  enterprise_id: string
  organization_id: string | null
}

const noun = 'webhook endpoint'

const switched = (verb: 'disable' | 'enable'): Row =>
  act<Endpoint>({
    noun,
    path: (id) => `/webhook_endpoints/${id}/${verb}`,
    said: ({ id, status }) => `${id} is ${status}.\n`,
  })

export const webhookRows: Readonly<Record<string, Row>> = {
  'endpoints list': list<Endpoint>({
    path: ({ options }) =>
      `/webhook_endpoints?limit=200${options['disabled'] === true ? '&status=DISABLED' : ''}`,
    headings: ['ENDPOINT', 'STATUS', 'REASON', 'FAILING SINCE', 'OWNER', 'URL'],
    cells: (one) => [
      one.id,
      one.status,
      one.disabled_reason,
      one.failing_since,
      one.organization_id ?? one.enterprise_id,
      one.url,
    ],
    empty: 'There is no such webhook endpoint.',
  }),
  'endpoints disable': switched('disable'),
  'endpoints enable': switched('enable'),
  'endpoints redeliver': act<{ queued: number }>({
    noun,
    fields: { created_after: '--after', created_before: '--before' },
    path: (id) => `/webhook_endpoints/${id}/redeliver`,
    body: ({ options }) => ({
      created_after: textIn(options, 'after'),
      created_before: textIn(options, 'before'),
    }),
    said: ({ queued }) => `events that are sent again: ${queued}\n`,
  }),
}
