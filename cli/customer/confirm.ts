// Asks for a yes before money is committed.
import { openQuestions } from '../client/questions.ts'

export async function confirmed(question: string): Promise<void> {
  const questions = openQuestions()
  try {
    const answer = (await questions.ask(`${question} [y/N] `).catch(nobodyAnswers)).trim()
    if (!/^y(es)?$/i.test(answer)) throw new Error('nothing was done, as you wished')
  } finally {
    questions.close()
  }
}

const nobodyAnswers = (cause: unknown): never => {
  throw new Error('nobody answered the question, so nothing was done: add --yes', { cause })
}
