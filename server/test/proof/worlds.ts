// Plays histories in several worlds side by side, each a process with a cluster of its own. World k of n plays each n-th
// seed, beginning with the k-th. After a failure the others end their present history and stop.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { summarize, type Proof } from './report.ts'

export async function proveInWorlds(options: {
  worlds: number
  firstSeed: number
  most: number
  minutes: number
  shrinks: boolean
  signal: AbortSignal
  onProgress(line: string): void
}): Promise<Proof> {
  const { worlds, firstSeed, most, signal } = options
  const startedMs = performance.now()
  const stop = new AbortController()
  const proofs = await Promise.all(
    Array.from({ length: Math.min(worlds, most) }, async (_, index) => {
      const proof = await playWorld(
        argumentsOf({
          ...options,
          firstSeed: firstSeed + index,
          most: Math.ceil((most - index) / worlds),
        }),
        AbortSignal.any([signal, stop.signal]),
        (line) => options.onProgress(`world ${index + 1}: ${line}`),
      )
      if (proof.failure !== undefined) stop.abort()
      return proof
    }),
  )
  const reached = new Map<string, number>()
  for (const proof of proofs)
    for (const [name, count] of Object.entries(proof.reached))
      reached.set(name, (reached.get(name) ?? 0) + count)
  return summarize({
    histories: proofs.reduce((sum, { histories }) => sum + histories, 0),
    seconds: (performance.now() - startedMs) / 1000,
    failure: proofs.find(({ failure }) => failure !== undefined)?.failure,
    reached,
  })
}

const argumentsOf = (options: {
  worlds: number
  firstSeed: number
  most: number
  minutes: number
  shrinks: boolean
}): string[] => [
  '--worlds',
  '1',
  '--stride',
  String(options.worlds),
  '--from',
  String(options.firstSeed),
  '--minutes',
  String(options.minutes),
  ...(options.most === Infinity ? [] : ['--histories', String(options.most)]),
  ...(options.shrinks ? [] : ['--no-shrink']),
]

async function playWorld(
  args: readonly string[],
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<Proof> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  createInterface(child.stderr).on('line', onLine)
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  signal.removeEventListener('abort', end)
  if (!output.startsWith('{')) throw new Error('a world ended without a summary')
  const proof: Proof = JSON.parse(output)
  return proof
}
