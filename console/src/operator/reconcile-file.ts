// Sends the file of a statement, with the progress of the upload, and reads the names of the columns of a CSV.
import { refusalOf } from '../parts/client.ts'
import { addressOf, proof, type Schemas } from './api.ts'

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
      return reject(refusalOf(new Response(null, { status }), answer))
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

/** The first line of a CSV: its likely delimiter, and the names of its columns. */
export async function headOf(
  file: File | undefined,
  encoding: string,
  chosen: Delimiter | undefined,
): Promise<{ delimiter: Delimiter; columns: string[] }> {
  const bytes = await (file ?? new Blob()).slice(0, HEAD_BYTES).arrayBuffer()
  const [line = ''] = new TextDecoder(encoding).decode(bytes).split(/\r?\n/)
  const likely = DELIMITERS.toSorted(
    (one, other) => line.split(other).length - line.split(one).length,
  )
  const [first] = likely
  const found = first === '\t' ? 'tab' : (first ?? ',')
  const delimiter = chosen ?? found
  return { delimiter, columns: cellsOf(line, delimiter === 'tab' ? '\t' : delimiter) }
}

/** The cells of a line, which may be in quotes. Names that occur twice are listed once. */
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
  return [...new Set(cells.map((one) => one.trim()).filter((one) => one !== ''))]
}
