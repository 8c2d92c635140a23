// Child processes of the demo: started with an output to wait for, stopped at the end.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export type Child = { process: ChildProcess; match: RegExpExecArray; output(): string }

const running = new Set<ChildProcess>()

/** Starts a program of Node and waits until its output matches. Throws with its output if it ends first. */
export async function startNode(
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; ready: RegExp },
): Promise<Child> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  let text = ''
  const ready = new Promise<RegExpExecArray>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      text += chunk.toString()
      const found = options.ready.exec(text)
      if (found !== null) resolve(found)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('close', (code) =>
      reject(new Error(`${args[0]} ended with ${code} before it was ready:\n${text}`)),
    )
  })
  return { process: child, match: await ready, output: () => text }
}

/** Runs a program of Node to its end. Throws with its output if it fails. */
export async function runNode(
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, all] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    all += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => (all += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`corridor ${args.slice(1).join(' ')} failed:\n${all}`)
  return out
}

export async function stopChildren(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await ended
      clearTimeout(timer)
    }),
  )
}
