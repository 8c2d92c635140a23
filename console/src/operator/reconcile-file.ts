// Sends the file of a statement, with the progress of the upload, and reads the names of the columns of a CSV.
import { addressOf, proof, refusalIn, type Schemas } from './api.ts'

export type Reconciliation = Schemas['Reconciliation']
/** `isNew`: false if the same file was compared before. */
export type Reconciled = { reconciliation: Reconciliation; isNew: boolean }

/** XMLHttpRequest is the only way to see how far an upload is. Throws Refused, or TypeError without an answer. */
export function sendStatement(
  file: File,
  asked: Record<string, string>,
  progress: (sent: number) => void,
): Promise<Reconciled> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf('/operator/v1/reconciliations', {}, asked))
    for (const [name, value] of Object.entries(proof())) request.setRequestHeader(name, value)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', isCsv(file) ? 'text/csv' : 'application/xml')
    request.upload.addEventListener('progress', ({ loaded }) => progress(loaded / file.size))
    request.addEventListener('error', () => reject(new TypeError('no answer')))
    request.addEventListener('load', () => {
      const answer = jsonOf(request.responseText)
      const { status } = request
      if (status < 300 && isReconciled(answer))
        return resolve({ reconciliation: answer.data, isNew: status === 201 })
      return void refusalIn(new Response(null, { status }), answer).then(reject)
    })
    request.send(file)
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const isReconciled = (answer: unknown): answer is { data: Reconciliation } =>
  typeof answer === 'object' && answer !== null && 'data' in answer

export const isCsv = (file: File): boolean =>
  /\.(csv|txt)$/i.test(file.name) || file.type === 'text/csv'

const HEAD_BYTES = 16_384
const DELIMITERS = [',', ';', '|', '\t'] as const
/** As the operator API names it. */
export type Delimiter = ',' | ';' | '|' | 'tab'

/** `columns`: their names. `rows`: the first lines below them, with a cell for each. */
export type Head = { delimiter: Delimiter; columns: string[]; rows: string[][] }
const MOST_ROWS = 20

/** The beginning of a CSV, with its likely delimiter. */
export async function headOf(
  file: File | undefined,
  encoding: string,
  chosen: Delimiter | undefined,
): Promise<Head> {
  const bytes = await (file ?? new Blob()).slice(0, HEAD_BYTES).arrayBuffer()
  const [line = '', ...further] = new TextDecoder(encoding).decode(bytes).split(/\r?\n/)
  // The last line may be cut.
  const lines = further.slice(0, (file?.size ?? 0) > HEAD_BYTES ? -1 : undefined)
  const likely = DELIMITERS.toSorted(
    (one, other) => line.split(other).length - line.split(one).length,
  )
  const [first] = likely
  const found = first === '\t' ? 'tab' : (first ?? ',')
  const delimiter = chosen ?? found
  const cells = (text: string) => cellsOf(text, delimiter === 'tab' ? '\t' : delimiter)
  const rows = lines.filter((text) => text.trim() !== '').slice(0, MOST_ROWS)
  return { delimiter, columns: cells(line), rows: rows.map(cells) }
}

/** The cells of a line, which may be in quotes. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === delimiter && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  cells.push(cell)
  return cells.map((one) => one.trim())
}
