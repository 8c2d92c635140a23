// Compares an answer with openapi.json. Every response of the test suite passes through here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Schema = Record<string, unknown>
type Operation = { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }
type OpenApi = { paths: Record<string, Record<string, Operation>>; components: Schema }

const document: OpenApi = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
)
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'https://corridor.test/openapi.json', components: document.components })
const compiled = new Map<string, ValidateFunction>()
const templates = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
}))

export type Answer = {
  method: string
  path: string
  status: number
  contentType: string
  body: unknown
}

/** Throws if openapi.json does not describe the answer. */
export function conform(answer: Answer): void {
  if (answer.method === 'HEAD') return
  const pathname = answer.path.split('?', 1)[0] ?? ''
  // The longest matching template is the most specific one.
  const template = templates
    .filter(({ pattern }) => pattern.test(pathname))
    .sort((a, b) => b.path.length - a.path.length)[0]
  const operation =
    template === undefined
      ? undefined
      : document.paths[template.path]?.[answer.method.toLowerCase()]
  const mediaType = answer.contentType.split(';', 1)[0] ?? ''
  const described = operation?.responses[String(answer.status)]?.content?.[mediaType]?.schema
  if (described === undefined && answer.status < 400) {
    throw new Error(
      `openapi.json describes no ${answer.status} ${mediaType} for ${answer.method} ${pathname}`,
    )
  }
  const schema = described ?? { $ref: '#/components/schemas/Problem' }
  if (answer.status >= 400 && mediaType !== 'application/problem+json') {
    throw new Error(
      `${answer.status} of ${answer.method} ${pathname} is ${mediaType}, not a problem`,
    )
  }
  const validate = validatorFor(schema)
  if (!validate(answer.body)) {
    throw new Error(
      `${answer.status} of ${answer.method} ${pathname} is not as openapi.json says: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(answer.body)}`,
    )
  }
}

function validatorFor(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll(
    '"#/components',
    '"https://corridor.test/openapi.json#/components',
  )
  let validate = compiled.get(text)
  if (validate === undefined) compiled.set(text, (validate = ajv.compile(JSON.parse(text))))
  return validate
}
