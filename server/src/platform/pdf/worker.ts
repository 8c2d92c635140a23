// The thread that draws PDFs: fonts, shaping and compression would hold up requests for some hundred milliseconds.
import { parentPort } from 'node:worker_threads'
import type { PdfDocument } from './document.ts'
import { drawPdf } from './draw.ts'

export type PdfAnswer = { bytes: Uint8Array } | { error: string }

parentPort?.on('message', (document: PdfDocument) => {
  drawPdf(document).then(
    (bytes) => parentPort?.postMessage({ bytes } satisfies PdfAnswer),
    (error: unknown) =>
      parentPort?.postMessage({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies PdfAnswer),
  )
})
