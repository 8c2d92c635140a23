// Asks a person at the terminal, or reads the answers from the lines of the standard input. Secrets are not shown.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Ctrl-C, as shells tell it. */
const INTERRUPTED = 130

export type Questions = {
  ask(question: string, isSecret?: boolean): Promise<string>
  close(): void
}

export function openQuestions(): Questions {
  const isTerminal = process.stdin.isTTY
  let isMuted = false
  // Readline echoes what is typed to its output.
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: isTerminal })
  const answers = lines[Symbol.asyncIterator]()
  lines.on('SIGINT', () => {
    lines.close()
    process.stderr.write('\n')
    process.exit(INTERRUPTED)
  })
  return {
    async ask(question, isSecret = false) {
      process.stderr.write(question)
      isMuted = isSecret
      const answer = await answers.next()
      isMuted = false
      if (isSecret || !isTerminal) process.stderr.write('\n')
      if (answer.done === true)
        throw new Error(`no answer to "${question.trim()}": the input has ended`)
      return String(answer.value)
    },
    close: () => lines.close(),
  }
}
