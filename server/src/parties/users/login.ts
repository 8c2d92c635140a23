// The form of logins.
import Type from 'typebox'
import { inputPatterns } from '../../platform/http/patterns.ts'

export const loginSchema = Type.String({
  pattern: inputPatterns.login.pattern,
  description: 'What the user signs in with, in lower case.',
  examples: ['ben'],
})
