// The operators' commands on information requests and travel rule records, and their operations. Readings of sealed content
// have a reason and an entry in the audit trail, in both ways.
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { table } from '../table.ts'
import { textOfFile } from './given-file.ts'
import { act, inPath, list, reasonOf, textIn, type Given, type Row } from './rows.ts'
import { thrownCode, thrownMessage } from '@corridor/server/platform/thrown.ts'

type Wanted = { name: string; about: string; required: boolean }
type Request = {
  id: string
  organization_id: string
  organization_name: string
  order_id: string | null
  status: string
  message: string
  deadline: string
  is_overdue: boolean
  fields: (Wanted & { type: string })[]
  documents: Wanted[]
}
type Answer = {
  information_request_id: string
  fields: Record<string, string>
  documents: { id: string; name: string; type: string; size_bytes: number }[]
}
type Content = { id: string; name: string; type: string; content: string }
type TravelRuleRecord = { id: string; recorded_at: string; content: object }

const noun = 'information request'

const states = (one: Request): string =>
  one.is_overdue ? `${one.status.toLowerCase()}, overdue` : one.status.toLowerCase()

const listRequests: Row = {
  ...list<Request>({
    path({ options }) {
      const query = new URLSearchParams({ limit: '200' })
      for (const [option, name] of [
        ['organization', 'organization_id'],
        ['order', 'order_id'],
        ['status', 'status'],
      ] as const) {
        const value = textIn(options, option)
        if (value !== undefined) query.set(name, name === 'status' ? value.toUpperCase() : value)
      }
      return `/information_requests?${query.toString()}`
    },
    headings: ['REQUEST', 'STATE', 'DEADLINE', 'ORGANIZATION', 'NAME', 'ORDER'],
    cells: (one) => [
      one.id,
      states(one),
      one.deadline,
      one.organization_id,
      one.organization_name,
      one.order_id,
    ],
    empty: 'There are no information requests.',
  }),
  fields: { organization_id: '--organization', order_id: '--order', status: '--status' },
}

const show: Row = {
  noun,
  async run(call, { args }) {
    const { data } = await call<Request>('GET', `/information_requests/${inPath(args[0])}`)
    const about = data.order_id ?? data.organization_id
    const wanted = [
      ...data.fields.map((one) => [one.name, one.type, one.required ? 'yes' : 'no', one.about]),
      ...data.documents.map((one) => [
        one.name,
        'document',
        one.required ? 'yes' : 'no',
        one.about,
      ]),
    ]
    const text =
      `${data.id} about ${about} of ${data.organization_name}: ${states(data)}, deadline ${data.deadline}\n` +
      `${data.message}\n\n${table(['NAME', 'TYPE', 'REQUIRED', 'ABOUT'], wanted)}`
    return { text, json: data }
  },
}

/** The questions of a file, in the words of the API. Options of the command add to them. */
function questionIn({ args: [, path = ''], options }: Given): object {
  let content: unknown
  try {
    content = parse(textOfFile(path))
  } catch (error) {
    throw new Error(thrownMessage(error), { cause: error })
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`${path} must be a mapping with message, fields, documents and deadline`)
  const [order, deadline] = [textIn(options, 'order'), textIn(options, 'deadline')]
  return {
    fields: [],
    documents: [],
    ...content,
    ...(order === undefined ? {} : { order_id: order }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(options['freeze'] === true ? { hold_order: true } : {}),
  }
}

const ask: Row = act<Request>({
  noun: 'organization',
  fields: { '/order_id': '--order', '/deadline': '--deadline' },
  path: (organization) => `/organizations/${organization}/information_requests`,
  body: questionIn,
  said: ({ id, organization_name: name, deadline }) =>
    `${id} asks ${name} for information until ${deadline}.\n`,
})

const close: Row = act<Request>({
  noun,
  path: (id) => `/information_requests/${id}/close`,
  said: ({ id }) => `${id} is closed.\n`,
})

const read: Row = {
  noun,
  async run(call, given) {
    const path = `/information_requests/${inPath(given.args[0])}/read`
    const { data } = await call<Answer>('POST', path, { reason: reasonOf(given) })
    const values = Object.entries(data.fields)
    const files = data.documents.map((one) => [one.id, one.name, one.type])
    const text = [
      ...(values.length === 0 ? [] : [table(['FIELD', 'ANSWER'], values)]),
      ...(files.length === 0 ? [] : [table(['DOCUMENT', 'NAME', 'TYPE'], files)]),
    ].join('\n')
    return { text: text || 'The answer is empty.\n', json: data }
  },
}

const document: Row = {
  noun,
  async run(call, given) {
    const { args, options } = given
    const path = `/information_requests/${inPath(args[0])}/documents/${inPath(args[1])}/read`
    const reason = reasonOf(given)
    const file = textIn(options, 'to') ?? ''
    // A file that exists, or a link that somebody prepared, is not overwritten. It is made first, so that nothing is read
    // that cannot be kept.
    const opened = openNew(file)
    try {
      const { data } = await call<Content>('POST', path, { reason })
      const { content, ...shown } = data
      writeFileSync(opened, Buffer.from(content, 'base64'))
      return { text: `${shown.name} (${shown.type}) is in ${file}, for you alone.\n`, json: shown }
    } catch (error) {
      rmSync(file, { force: true })
      throw error
    } finally {
      closeSync(opened)
    }
  },
}

function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const isThere = thrownCode(error) === 'EEXIST'
    const why = isThere ? 'it exists; name a new file' : String(error)
    throw new Error(`${path} cannot be written: ${why}`, { cause: error })
  }
}

const readTravelRule: Row = {
  noun: 'instrument',
  async run(call, given) {
    const path = `/instruments/${inPath(given.args[0])}/travel_rule/read`
    const { data } = await call<TravelRuleRecord>('POST', path, { reason: reasonOf(given) })
    const { id, recorded_at: at, content } = data
    return { text: `${id}, given ${at}:\n${JSON.stringify(content, null, 2)}\n`, json: data }
  },
}

export const informationRows: Readonly<Record<string, Row>> = {
  'information list': listRequests,
  'information show': show,
  'information ask': ask,
  'information close': close,
  'information read': read,
  'information document': document,
  'travel-rule read': readTravelRule,
}
