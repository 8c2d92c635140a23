// Answers of the described form, made from the shapes: the least that the client takes.
import { answers, objects, unions } from '../../src/shapes.ts'

/** A response of this operation, such as "GET /v1/organizations". */
export function sampleAnswer(operation: string): Response {
  const type = answers[operation]
  if (type === undefined) throw new Error(`no shape of ${operation}`)
  return type.includes('/')
    ? new Response('%PDF', { headers: { 'content-type': type } })
    : Response.json(sample(type))
}

export function sample(type: string): unknown {
  if (type.endsWith('|null')) return null
  if (type.endsWith('[]')) return []
  const union = unions[type]
  if (union !== undefined) return sample(Object.values(union.of)[0] ?? '')
  const fields = Object.entries(objects[type] ?? {}).filter(([name]) => !name.endsWith('?'))
  if (fields.length > 0) return Object.fromEntries(fields.map(([name, one]) => [name, sample(one)]))
  return { number: 1, boolean: true, object: {} }[type] ?? 'text'
}
