// Receives an export while it is made. Its last line says how many lines there are: without it the file is cut off.
import { addressOf, proof, refusalIn, type Schemas } from './api.ts'

export type ExportFilters = Partial<
  Omit<Schemas['Export'], 'export' | 'format' | 'from' | 'to' | 'reason'>
>

export type Exported = { blob: Blob; name: string; lines: string; asOf: string }

const TAIL_BYTES = 2000
/** The browser writes large blobs to the disk, so that a file of gigabytes does not stay in memory. */
const PART_BYTES = 8_000_000

/** Undefined for a file that was cut off. Throws Refused. */
export async function fetchExport(
  asked: Schemas['Export'],
  signal: AbortSignal,
  progress: (bytes: number) => void,
): Promise<Exported | undefined> {
  const response = await fetch(addressOf('/operator/v1/exports', {}), {
    method: 'POST',
    redirect: 'error',
    headers: { ...proof(), 'content-type': 'application/json', accept: '*/*' },
    body: JSON.stringify(asked),
    signal,
  })
  const { body } = response
  if (!response.ok || body === null)
    throw await refusalIn(response, await response.json().catch(() => null))
  const type = response.headers.get('content-type') ?? ''
  const blob = await gather(body.getReader(), type, progress)
  const end = endOf(await blob.slice(-TAIL_BYTES).text())
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return end === undefined
    ? undefined
    : { blob, name: name ?? `${asked.export}.${asked.format}`, ...end }
}

async function gather(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  type: string,
  progress: (bytes: number) => void,
): Promise<Blob> {
  const blobs: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let bytes = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (value !== undefined) {
      parts.push(value)
      size += value.byteLength
      bytes += value.byteLength
      progress(bytes)
    }
    if (done || size > PART_BYTES) {
      blobs.push(new Blob(parts))
      parts = []
      size = 0
    }
    if (done) return new Blob(blobs, { type })
  }
}

/** What the last line says, in CSV and in JSON Lines. */
function endOf(tail: string): { lines: string; asOf: string } | undefined {
  const [last = ''] = tail.trimEnd().split('\n').slice(-1)
  if (!/[\r\n]$/.test(tail)) return undefined
  const [, csvLines, csvAt] = /^#end,(\d+),([^,]+)/.exec(last) ?? []
  const [, jsonLines, jsonAt] = /^\{"end":true,"lines":(\d+),"as_of":"([^"]+)"\}/.exec(last) ?? []
  const lines = csvLines ?? jsonLines
  const asOf = csvAt ?? jsonAt
  return lines === undefined || asOf === undefined ? undefined : { lines, asOf }
}
