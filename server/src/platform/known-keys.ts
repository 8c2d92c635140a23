// Finds the keys that a schema allows at a place, for messages about an unknown key.
import type { TSchema } from 'typebox'

type Form = {
  properties?: Record<string, Form>
  patternProperties?: Record<string, Form>
  items?: Form
  anyOf?: Form[]
}

/** The keys that the parent of `path` may have. Empty where it may have any. */
export function knownKeysAt(schema: TSchema, path: readonly (string | number)[]): string[] {
  let forms: Form[] = [JSON.parse(JSON.stringify(schema))]
  for (const part of path.slice(0, -1))
    forms = variantsOf(forms).flatMap((form) => within(form, part))
  return variantsOf(forms).flatMap(({ properties = {} }) => Object.keys(properties))
}

const variantsOf = (forms: readonly Form[]): Form[] =>
  forms.flatMap((form) => [form, ...variantsOf(form.anyOf ?? [])])

function within(form: Form, part: string | number): Form[] {
  if (typeof part === 'number') return form.items === undefined ? [] : [form.items]
  const named = form.properties?.[part]
  return named === undefined ? Object.values(form.patternProperties ?? {}) : [named]
}
