// Words of the console for refusals: every form of the service has its sentence in Spanish, and facts are told.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SPANISH } from '../../console/src/parts/fault-words.ts'
import { problemWords } from '../../console/src/parts/problem-words.ts'
import { errorTable } from '../src/errors.ts'
import { inputPatterns } from '../src/http/patterns.ts'

describe('a refusal on a page', () => {
  test('has words in both languages for every code', () => {
    for (const code of Object.keys(errorTable))
      for (const language of ['en', 'es'] as const) {
        const words = problemWords({ code, title: 'untold' }, language)
        expect(words, `${code} (${language})`).not.toContain('untold')
        expect(words, `${code} (${language})`).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
      }
  })

  test('has a Spanish sentence for every form that the service names', () => {
    const instruments = join(import.meta.dirname, '../src/instruments')
    const ofInstruments = readdirSync(instruments)
      .map((file) => readFileSync(join(instruments, file), 'utf8'))
      .flatMap((source) =>
        [...source.matchAll(/'(must [^']*)'/g)].map(([, message = '']) => message),
      )
    const messages = [
      ...Object.values(inputPatterns).map(({ message }) => message),
      ...ofInstruments,
    ]
    expect(messages.filter((message) => SPANISH[message] === undefined)).toEqual([])
  })

  test('names the limits of an amount, and the field as a person reads it', () => {
    const problem = {
      code: 'amount_out_of_limits',
      limits: { min: '10.00', max: '5000.00' },
      errors: [{ pointer: '/payin_amount', code: 'amount_out_of_limits', message: 'results in …' }],
    }
    expect(problemWords(problem, 'en')).toBe(
      'Payin amount: must come to a total between 10.00 and 5000.00',
    )
    expect(problemWords(problem, 'es')).toBe(
      'Payin amount: el total debe estar entre 10.00 y 5000.00',
    )
  })

  test('prints no pointer of a program', () => {
    const errors = [
      {
        pointer: '/order_id',
        code: 'invalid_value',
        message: 'must be an identifier such as ord_01jqe8m2x4fv5s0t6w7y8z9abc',
      },
    ]
    for (const language of ['en', 'es'] as const)
      expect(problemWords({ code: 'invalid_request', errors }, language)).not.toContain('/')
  })

  test('keeps the reason of a refused act, which only this case has', () => {
    const problem = { code: 'act_refused', detail: 'The order is frozen.' }
    expect(problemWords(problem, 'es')).toContain('The order is frozen.')
  })

  test('says that halted quotes changed nothing and when to come back', () => {
    expect(problemWords({ code: 'quotes_halted' }, 'en')).toMatch(/no new quotes.*later/)
  })
})
