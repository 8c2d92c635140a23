// Patterns of the published descriptions. Patterns with classes of Unicode (`\p{…}`) need the flag `u` of ECMAScript:
// without it some readers refuse the document, and others match something else. The service itself checks with them;
// the document says the same in words, with the format `printable` or `email`.
import { isObject, type Json } from '../../platform/http/name-schemas.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'

const words = new Map<string, { format: string; about: string }>([
  [
    inputPatterns.printable.pattern,
    {
      format: 'printable',
      about:
        'One line with a visible character, without control characters and invisible characters.',
    },
  ],
  [
    inputPatterns.email.pattern,
    {
      format: 'email',
      about: 'The domain has a dot. No blanks, control characters and invisible characters.',
    },
  ],
])

/** A copy in which no pattern needs a flag. */
export const withPortablePatterns = (parts: Json): Json =>
  portable(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, copied(part)])))

const copied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copied)
  return isObject(value) ? withPortablePatterns(value) : value
}

function portable(schema: Json): Json {
  const { pattern, ...others } = schema
  if (typeof pattern !== 'string' || !pattern.includes(String.raw`\p{`)) return schema
  const instead = words.get(pattern)
  if (instead === undefined) throw new Error(`no words for the pattern ${pattern}`)
  const about = schema['description']
  const description = typeof about === 'string' ? `${about} ${instead.about}` : instead.about
  return { ...others, format: instead.format, description }
}
