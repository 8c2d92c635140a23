// The measured processes. Each is started once and called repeatedly, so that the compared ones can alternate. Each call
// is answered with one message. The first message of a process says that it is ready.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Answer = Readonly<Record<string, unknown>>

export type Child = {
  pid: number
  hello: Answer
  call(question: object): Promise<Answer>
  stop(): Promise<void>
}

/** The arguments of every process of a run. */
type Surroundings = { databaseUrl: string; dir: string; secrets: string }

/** Processes start as `corridor` of their checkout does: with its flags and variables. */
function firstLineOf(file: URL): { flags: string[]; variables: Record<string, string> } {
  const [line = ''] = readFileSync(new URL('../cli/corridor.js', file), 'utf8').split('\n')
  const words = line.split(' ')
  return {
    flags: words.filter((word) => word.startsWith('--')),
    variables: Object.fromEntries(
      words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
    ),
  }
}

export async function startChild(
  file: URL,
  { databaseUrl, dir, secrets }: Surroundings,
  kind = '',
): Promise<Child> {
  const { flags, variables } = firstLineOf(file)
  const child = fork(file, [databaseUrl, dir, kind], {
    env: { ...process.env, ...variables, CORRIDOR_SECRETS: secrets },
    execArgv: flags,
  })
  const name = `${file.pathname.split('/').at(-1)} ${kind}`
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))

  const nextMessage = () =>
    new Promise<Answer>((resolve, reject) => {
      const onExit = () => reject(new Error(`${name} ended`))
      child.once('exit', onExit)
      child.once('message', (message) => {
        child.off('exit', onExit)
        const answer: Answer = { ...Object(message) }
        if (answer['error'] === undefined) resolve(answer)
        else reject(new Error(`${name}: ${String(answer['error'])}`))
      })
    })

  const hello = await nextMessage()
  return {
    pid: child.pid ?? 0,
    hello,
    call(question) {
      const answer = nextMessage()
      child.send(question)
      return answer
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

/** In the child: sends `hello`, answers calls until the parent disconnects, then exits. */
export function serveCalls(
  hello: object,
  answer: (question: Answer) => Promise<object>,
  stop: () => Promise<void>,
): void {
  process.on('message', (message) => {
    answer({ ...Object(message) }).then(
      (answered) => process.send?.(answered),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.on('disconnect', () => void stop().finally(() => process.exit(0)))
  process.send?.(hello)
}

export function numberIn(answer: Answer, name: string): number {
  const value = answer[name]
  if (typeof value !== 'number') throw new Error(`${name} is not a number`)
  return value
}

export function textIn(answer: Answer, name: string): string {
  const value = answer[name]
  if (typeof value !== 'string') throw new Error(`${name} is not a text`)
  return value
}
