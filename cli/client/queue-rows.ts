// The operators' command on the queue, and its operation.
import { list, textIn, type Row } from './rows.ts'

type Item = {
  kind: string
  subject: string
  since: string
  organization_name: string | null
  order_id: string | null
  assignee: string | null
}

export const queueRows: Readonly<Record<string, Row>> = {
  queue: {
    ...list<Item>({
      path: ({ options }) => {
        const kind = textIn(options, 'kind')
        const query = new URLSearchParams({
          limit: '200',
          snoozed: options['snoozed'] === true ? 'true' : 'false',
          ...(kind === undefined ? {} : { kind }),
          ...(options['mine'] === true ? { assignee: 'me' } : {}),
        })
        return `/queue?${query.toString()}`
      },
      headings: ['SINCE', 'KIND', 'ABOUT', 'ORGANIZATION', 'ORDER', 'ASSIGNEE'],
      cells: (one) => [
        one.since,
        one.kind,
        one.subject,
        one.organization_name,
        one.order_id === one.subject ? null : one.order_id,
        one.assignee,
      ],
      empty: 'Nothing waits for a person.',
    }),
    fields: { kind: '--kind' },
  },
}
