// The answer of acts that change the state of several things at once.
import Type from 'typebox'
import { anyText, exact } from './schemas.ts'

export const changedSchema = exact(
  {
    changed: Type.Array(anyText('An identifier.', 'org_01jqe8m2x4fv5s0t6w7y8z9abc'), {
      description: 'Each organization or instrument whose state changed.',
    }),
  },
  { title: 'Changed', description: 'What an act changed.' },
)
