// Commands on orders that are more than one operation, or show more than its answer.
import { writeFileSync } from 'node:fs'
import { addressOf } from '@corridor/server/operator-client/client.ts'
import { stringify } from 'yaml'
import { openActsText } from './open-acts.ts'
import { given, reasonOf, textIn, type Call, type Given, type Output, type Row } from './rows.ts'
import { doneText } from './shown.ts'

const noun = 'order'
const ORDER = '/operator/v1/orders/{order_id}'

const show: Row = {
  noun,
  async run(call, { args: [order_id = ''] }) {
    const { record } = await call.read(ORDER, { order_id })
    return { text: stringify(record) + (await openActsText(call, order_id)), json: record }
  },
}

const receipt: Row = {
  noun,
  async run(call, { args: [order_id = ''], options }) {
    return written(call, options, 'receipt', (ending) =>
      addressOf(`${ORDER}/receipt${ending}`, { order_id }),
    )
  },
}

const month: Row = {
  noun: 'organization',
  async run(call, { args: [organization_id = '', of = ''], options }) {
    const path = '/operator/v1/organizations/{organization_id}/statements/{month}'
    const language = given(options, 'language', 'language')
    return written(call, options, 'statement', (ending) =>
      addressOf(`${path}${ending}`, { organization_id, month: of }, language),
    )
  },
}

/** A document to a file, or to the standard output. */
async function written(
  call: Call,
  options: Given['options'],
  what: string,
  address: (ending: '' | '.pdf') => string,
): Promise<Output> {
  const pdf = textIn(options, 'pdf')
  const file = pdf ?? textIn(options, 'html')
  const bytes = await call.download('GET', address(pdf === undefined ? '' : '.pdf'))
  if (file === undefined) return { text: '', json: null, bytes }
  writeFileSync(file, bytes)
  return { text: `The ${what} is in ${file}.\n`, json: { file } }
}

/** The payout of an order, or with --refund one of its refunds. */
const mark: Row = {
  noun,
  async run(call, line) {
    const [order_id = '', outcome = ''] = line.args
    const refund_id = textIn(line.options, 'refund')
    const body = { outcome, evidence: textIn(line.options, 'evidence'), reason: reasonOf(line) }
    const path = `${ORDER}/mark-${refund_id === undefined ? 'payout' : 'refund'}`
    const { data } = await call.send<object>('POST', addressOf(path, { order_id }), {
      ...body,
      ...given(line.options, 'refund', 'refund_id'),
    })
    return { text: doneText('Record the outcome', data), json: data }
  },
}

const cancelSend: Row = {
  noun,
  async run(call, line) {
    const [order_id = ''] = line.args
    const refund_id = textIn(line.options, 'refund')
    const reason = reasonOf(line)
    const { data } =
      refund_id === undefined
        ? await call.act(`${ORDER}/cancel-payout`, { order_id }, { reason })
        : await call.act(`${ORDER}/cancel-refund`, { order_id }, { refund_id, reason })
    const text = `The rail is asked to cancel. \`corridor orders show ${order_id}\` has its answer.\n`
    return { text, json: data }
  },
}

/** A key begins with its order, but that of a returned deposit. */
const sentBefore: Row = {
  noun,
  async run(call, line) {
    const [key = ''] = line.args
    const { data } = await call.act(
      `${ORDER}/sent-before`,
      { order_id: textIn(line.options, 'order') ?? key.split(':', 1)[0] ?? '' },
      {
        key,
        ...given(line.options, 'rail', 'rail'),
        ...given(line.options, 'reference', 'reference'),
        ...given(line.options, 'fill', 'fill'),
        reason: reasonOf(line),
      },
    )
    return { text: doneText('Record what was sent before a restore', data), json: data }
  },
}

export const orderRows: Readonly<Record<string, Row>> = {
  'orders show': show,
  'orders receipt': receipt,
  'organizations month': month,
  'orders mark': mark,
  'orders cancel-send': cancelSend,
  'orders sent-before': sentBefore,
}
