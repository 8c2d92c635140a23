// Runs a command of the table: chooses the way, carries out its operations and prints the output.
import { jsonText } from '../table.ts'
import { systemUser } from './system-user.ts'
import { RefusedByService, WaitsForApproval } from './refusals.ts'
import type { Given, Row } from './rows.ts'
import { throughWay } from './way.ts'

export async function runRow(row: Row, given: Given): Promise<void> {
  const { url, direct, json } = given.options
  const asJson = json === true
  if (direct === true)
    process.stderr.write(`Directly on the database, as direct:${systemUser()}.\n`)
  const way = {
    url: typeof url === 'string' ? url : undefined,
    direct: direct === true,
    folder: row.folder?.(given),
  }
  try {
    const output = await throughWay(way, (call) => row.run(call, given))
    if (output.note !== undefined) process.stderr.write(output.note)
    process.stdout.write(output.bytes ?? (asJson ? jsonText(output.json, 2) : output.text))
  } catch (error) {
    if (error instanceof WaitsForApproval && asJson)
      process.stdout.write(jsonText(waitingJson(error), 2))
    throw error instanceof RefusedByService ? explained(error, row, given) : error
  }
}

/** Most acts wait for one approval. */
const waitingJson = ({ approvals: [first, ...more] }: WaitsForApproval) =>
  more.length === 0 ? { approval: first } : { approvals: [first, ...more] }

/** The refusal in the words of the command. */
function explained(error: RefusedByService, row: Row, { args }: Given): RefusedByService {
  const { noun = 'thing', fields = {}, advice = {} } = row
  const { code } = error.problem
  if (code === 'not_found')
    error.message = `there is no ${noun} ${args[0] ?? ''} that you can see`.trim()
  else if (advice[code] !== undefined) error.message = advice[code]
  for (const [field, option] of Object.entries(fields))
    error.message = error.message.replaceAll(
      new RegExp(`[/?]?${field.replace('?', '\\?')}(?!\\w)`, 'g'),
      option,
    )
  return error
}
