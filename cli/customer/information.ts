// `corridor information`: what the operator asks an organization, and the answer with fields and documents. Values are
// no arguments, which every user of the machine can read.
import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { InformationRequest, Schemas } from '@corridor/sdk'
import { textIn, type Given } from '../client/rows.ts'
import { printable } from '../table.ts'
import { askedFields, objectIn } from './read-fields.ts'
import { UsageError } from './refused.ts'
import type { Verb } from './run.ts'
import { chosen, filters, listed, record, shortTime, times } from './show.ts'
import { informationStatuses } from './words.ts'

export const list: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const status = chosen(informationStatuses, textIn(given.options, 'status'))
  const query = {
    ...filters(given.options, { order: 'order_id', ...times }),
    ...(status === undefined ? {} : { status }),
  }
  return listed((limit) => corridor.informationRequests.list(id, { limit, ...query }), given, {
    headings: ['REQUEST', 'STATUS', 'UNTIL', 'ORDER', 'MESSAGE'],
    cells: (one) => [one.id, one.status, shortTime(one.deadline), one.order_id, one.message],
    shrinks: ['MESSAGE'],
    empty: 'Nothing is asked.',
  })
}

export const show: Verb = async ({ corridor, organization }, { args }) => {
  const request = await corridor.informationRequests.get(await organization(), args[0] ?? '')
  const shown = await record(request)
  return request.status === 'OPEN'
    ? { ...shown, note: `Answer it: \`corridor information answer ${request.id}\`.\n` }
    : shown
}

export const answer: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const [asked = ''] = given.args
  const repeated = textIn(given.options, 'idempotencyKey')
  // Documents have keys made of it, so that a repetition names the same ones.
  const key = repeated ?? randomUUID()
  const request = await corridor.informationRequests.get(id, asked)
  if (request.status !== 'OPEN' && repeated === undefined)
    throw new Error(`${request.id} is ${request.status}: only an open request can be answered`)
  const files = documentsIn(given, request)
  const fields = await fieldsIn(given, request)
  const documentIds: string[] = []
  for (const [index, { name, path }] of files.entries()) {
    const { id: document } = await corridor.informationRequests.uploadDocument(
      id,
      request.id,
      documentIn(name, path, request),
      { idempotencyKey: `${key}-${index}` },
    )
    process.stderr.write(`${printable(path)} is uploaded as ${document}.\n`)
    documentIds.push(document)
  }
  const json = await corridor.informationRequests.answer(
    id,
    request.id,
    { fields, document_ids: documentIds },
    { idempotencyKey: key },
  )
  return { text: `${json.id} is ${json.status}.\n`, json }
}

/** From the file of --fields, or asked one by one. */
async function fieldsIn(
  { options }: Given,
  request: InformationRequest,
): Promise<Record<string, string>> {
  const file = textIn(options, 'fields')
  const advice = `\`corridor information show ${request.id}\` lists the fields.`
  if (file === undefined)
    return request.fields.length === 0
      ? {}
      : askedFields(
          printable(request.message),
          request.fields.map(({ name, about, type, required }) => ({
            name,
            about: printable(`${about} (${TYPES[type]}${required ? '' : '; optional'})`),
          })),
        )
  const values = Object.entries(await objectIn(file, advice))
  return Object.fromEntries(
    values.map(([name, value]) => {
      if (typeof value === 'string') return [name, value]
      throw new UsageError(`${name} in ${file} must be one text. ${advice}`)
    }),
  )
}

const TYPES: Readonly<Record<Schemas['InformationFieldType'], string>> = {
  text: 'one line',
  date: 'a date such as 1984-03-02',
  country: 'a country of two letters, such as CO',
}

type Upload = { name: string; path: string }

function documentsIn({ options }: Given, { id, documents }: InformationRequest): Upload[] {
  const given = Array.isArray(options['document']) ? options['document'].map(String) : []
  const files = given.map((text) => {
    const [, name = '', path = ''] = /^([a-z][a-z0-9_]*)=(.+)$/s.exec(text) ?? []
    if (documents.some((one) => one.name === name)) return { name, path }
    const wanted = documents.map((one) => `${one.name}=FILE`).join(', ') || 'none'
    throw new UsageError(`--document ${text} is not wanted by ${id}. Wanted: ${wanted}`)
  })
  const missing = documents.filter(
    ({ name, required }) => required && !files.some((file) => file.name === name),
  )
  if (missing.length === 0) return files
  throw new UsageError(
    `${id} needs documents. Add ${missing.map(({ name, about }) => `--document ${name}=FILE (${about})`).join(' ')}`,
  )
}

function documentIn(
  name: string,
  path: string,
  { documents }: InformationRequest,
): Schemas['NewInformationDocument'] {
  const largest = documents.find((one) => one.name === name)?.largest_bytes ?? 0
  const { size } = statSync(path)
  if (size > largest)
    throw new UsageError(`${path} has ${size} bytes, and ${name} may have ${largest}`)
  const content = readFileSync(path)
  const head = content.subarray(0, 4).toString('latin1')
  const type = KINDS.find(({ begins }) => head.startsWith(begins))?.type
  if (type === undefined) throw new UsageError(`${path} is no PDF, JPEG or PNG`)
  return { name, type, content: content.toString('base64') }
}

const KINDS = [
  { begins: '%PDF', type: 'application/pdf' },
  { begins: '\u00ff\u00d8\u00ff', type: 'image/jpeg' },
  { begins: '\u0089PNG', type: 'image/png' },
] as const satisfies readonly { begins: string; type: Schemas['DocumentType'] }[]
