// The commands on the configuration and its versions, and their operations.
import { basename, dirname, relative } from 'node:path'
import type { Schemas } from '@corridor/server/operator-client/client.ts'
import { parseTimestamp } from '@corridor/server/platform/clock.ts'
import { report } from '../report.ts'
import { table } from '../table.ts'
import { textOfFile } from './given-file.ts'
import { previewText } from './preview-text.ts'
import { RefusedByService } from './refusals.ts'
import { reasonOf, textIn, type Given, type Row } from './rows.ts'

type Version = Schemas['ConfigurationVersion']
export type Applied = Schemas['AppliedConfiguration']

const HEADINGS = ['VERSION', 'STATUS', 'KIND', 'CREATED', 'EFFECTIVE', 'BY', 'CHANGES', 'REASON']

const cells = (one: Version): string[] => [
  String(one.number),
  one.status,
  one.kind,
  one.created_at,
  one.effective_from ?? one.created_at,
  one.actor,
  String(one.changes.length),
  one.reason,
]

export const numbered = ({ version }: Applied): string =>
  version === null
    ? ''
    : version.status === 'pending'
      ? `Version ${version.number} waits for ${version.effective_from}.\n`
      : `This is version ${version.number} of the configuration.\n`

const warningsText = (file: string, warnings: readonly string[]): string =>
  warnings.map((one) => `warning: ${named(file, one)}\n`).join('')

/** The API does not know the name of the file. */
const named = (file: string, message: string): string =>
  message
    .replace(/^\/file (?:has faults: )?/, '')
    .replace(/^must describe/, 'file must describe')
    .replaceAll(/^file(?=[: ])/gm, file)

const apply: Row = {
  folder: ({ args }) => dirname(args[0] ?? ''),
  async run(call, given) {
    const { args, options } = given
    const path = args[0] ?? ''
    const shown = relative('', path)
    const from = fromIn(given)
    const asked = {
      file: textOfFile(path),
      ...(from === undefined ? {} : { effective_from: from }),
    }
    try {
      if (options['preview'] === true || options['dryRun'] === true) {
        const onlyChanges = options['preview'] !== true
        const body = { ...asked, only_changes: onlyChanges, amounts: amountsIn(given) }
        const { data } = await call.act('/operator/v1/configuration/preview', {}, body)
        const nothing = data.changes.length === 0 ? '' : 'Nothing was changed.\n'
        const text = onlyChanges ? `${report(data.changes, 'Would')}${nothing}` : previewText(data)
        return { text, json: data, note: warningsText(shown, data.warnings) }
      }
      const reason = reasonOf(given, `applied ${basename(path)}`)
      const body = { ...asked, reason }
      const { data } = await call.act('/operator/v1/configuration/versions', {}, body)
      const text = report(data.changes, data.version?.status === 'pending' ? 'Will' : 'Did')
      // Programs read what changed from the standard output.
      return { text, json: data, note: numbered(data) + warningsText(shown, data.warnings) }
    } catch (error) {
      if (error instanceof RefusedByService) error.message = named(shown, error.message)
      throw error
    }
  },
}

function fromIn({ options }: Given): string | undefined {
  const from = textIn(options, 'from')
  if (from === undefined || parseTimestamp(from) !== undefined) return from
  throw new Error(`--from must be a timestamp with a zone, such as 2026-03-31T00:00:00Z: ${from}`)
}

function amountsIn({ options }: Given): { currency: string; amount: string }[] {
  const given = options['amount']
  if (!Array.isArray(given)) return []
  return given.map((text) => {
    const [, amount, currency] = /^(\S+) ([A-Z]+)$/.exec(String(text).trim()) ?? []
    if (amount !== undefined && currency !== undefined) return { amount, currency }
    throw new Error(`--amount must be an amount and a currency, such as '1000.00 USDC': ${text}`)
  })
}

const exportRow: Row = {
  async run(call, given) {
    const withDetails = given.options['withDetails'] === true
    if (withDetails && textIn(given.options, 'reason') === undefined)
      throw new Error('--with-details needs --reason: details of instruments are sealed')
    const path = '/operator/v1/configuration/file'
    const data = withDetails
      ? (await call.act(`${path}/details`, {}, { reason: reasonOf(given) })).data
      : await call.read(path)
    return { text: data.file, json: data }
  },
}

const VERSION = '/operator/v1/configuration/versions/{number}'

const show: Row = {
  noun: 'version',
  async run(call, { args: [number = ''] }) {
    const data = await call.read(VERSION, { number })
    const problem = data.problem === null ? '' : `${data.problem}\n`
    const text = `${table(HEADINGS, [cells(data)])}${problem}${report(data.changes, 'Changes')}`
    return { text, json: data }
  },
}

const rollback: Row = {
  noun: 'version',
  async run(call, line) {
    const [number = ''] = line.args
    const { data } = await call.act(`${VERSION}/rollback`, { number }, { reason: reasonOf(line) })
    return { text: `${report(data.changes, 'Did')}${numbered(data)}`, json: data }
  },
}

export const configurationRows: Readonly<Record<string, Row>> = {
  apply,
  export: exportRow,
  'configuration show': show,
  'configuration rollback': rollback,
}
