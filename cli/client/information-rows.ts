// Commands on information requests that read or write files of this machine.
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { addressOf, type Data } from '@corridor/server/operator-client/client.ts'
import { thrownCode, thrownMessage } from '@corridor/server/platform/thrown.ts'
import { parse } from 'yaml'
import { textOfFile } from './given-file.ts'
import { reasonOf, textIn, type Given, type Row } from './rows.ts'

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

const PATH = '/operator/v1/organizations/{organization_id}/information_requests'

const ask: Row = {
  noun: 'organization',
  fields: { '/order_id': '--order', '/deadline': '--deadline' },
  async run(call, line) {
    const address = addressOf(PATH, { organization_id: line.args[0] ?? '' })
    const body = { ...questionIn(line), reason: reasonOf(line) }
    const { data } = await call.send<Data<'post', typeof PATH>>('POST', address, body)
    const { id, organization_name: name, deadline } = data
    return { text: `${id} asks ${name} for information until ${deadline}.\n`, json: data }
  },
}

const document: Row = {
  noun: 'information request',
  async run(call, line) {
    const { args, options } = line
    const reason = reasonOf(line)
    const file = textIn(options, 'to') ?? ''
    // A file that exists, or a link that somebody prepared, is not overwritten. It is made first, so that nothing is read
    // that cannot be kept.
    const opened = openNew(file)
    try {
      const names = {
        information_request_id: args[0] ?? '',
        information_document_id: args[1] ?? '',
      }
      const path =
        '/operator/v1/information_requests/{information_request_id}/documents/{information_document_id}/read'
      const { data } = await call.act(path, names, { reason })
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

export const informationRows: Readonly<Record<string, Row>> = {
  'information ask': ask,
  'information document': document,
}
