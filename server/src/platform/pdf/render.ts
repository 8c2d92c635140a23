// Makes PDFs in a thread of its own. The thread starts with the first PDF and ends when it had nothing to do for a while, so
// that its fonts take no memory from a service that makes none.
import { Worker } from 'node:worker_threads'
import type { PdfDocument } from './document.ts'
import type { PdfAnswer } from './worker.ts'

export type RenderPdf = (document: PdfDocument) => Promise<Buffer>

/** A page with every script takes a second on a busy machine. */
const TIMEOUT_MS = 20_000
const IDLE_MS = 60_000
/** Larger heaps of young objects make it no faster. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

type Job = {
  document: PdfDocument
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
}

export function createPdfRenderer(idleMs = IDLE_MS): {
  renderPdf: RenderPdf
  close: () => Promise<void>
} {
  const waiting: Job[] = []
  let worker: Worker | undefined
  let running: Job | undefined
  let timer: NodeJS.Timeout | undefined

  const restartTimer = (ms: number, run: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
    timer.unref()
  }

  async function end(error?: Error): Promise<void> {
    clearTimeout(timer)
    const [ended, failed] = [worker, running]
    worker = running = undefined
    if (error !== undefined) failed?.reject(error)
    await ended?.terminate()
  }

  function start(): Worker {
    const started = new Worker(new URL('worker.ts', import.meta.url), { resourceLimits: HEAP })
    started.unref()
    started.on('message', (answer: PdfAnswer) => {
      const done = running
      running = undefined
      if ('error' in answer) done?.reject(new Error(`no PDF was made: ${answer.error}`))
      else done?.resolve(Buffer.from(answer.bytes))
      next()
    })
    const onEnd = (why: string) => {
      if (worker !== started) return
      void end(new Error(`the thread that makes PDFs ended: ${why}`)).then(next)
    }
    started.on('error', (error) => onEnd(error.message))
    started.on('exit', (code) => onEnd(`exit code ${code}`))
    return started
  }

  function next(): void {
    if (running !== undefined) return
    running = waiting.shift()
    if (running === undefined) return restartTimer(idleMs, () => void end())
    worker ??= start()
    worker.postMessage(running.document)
    restartTimer(TIMEOUT_MS, () => {
      void end(new Error(`a PDF took longer than ${TIMEOUT_MS} ms`)).then(next)
    })
  }

  return {
    // The gate of requests bounds how many wait here.
    renderPdf: (document) =>
      new Promise((resolve, reject) => {
        waiting.push({ document, resolve, reject })
        next()
      }),
    close: () => {
      const error = new Error('the service stops')
      for (const { reject } of waiting.splice(0)) reject(error)
      return end(error)
    },
  }
}
