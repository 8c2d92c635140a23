// Compares an answer with openapi.json or operator-openapi.json. Every response of the test suite passes through here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Schema = Record<string, unknown>
type Response = { $ref?: string; content?: Record<string, { schema: Schema }> }
type Responses = Record<string, Response>
type OpenApi = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { responses: Responses }
}

/** One described API, and the validators of its schemas. */
function described(file: string) {
  const document: OpenApi = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'),
  )
  const id = `https://corridor.test/${file}`
  // contract.test.ts checks the descriptions themselves. A validator runs a few times, so its code is not worth shortening:
  // that takes as long as making it.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    code: { optimize: false },
  })
  ajv.addSchema({ $id: id, components: document.components })
  const templates = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  return { file, id, document, ajv, templates, compiled: new Map<Schema, ValidateFunction>() }
}
type Described = ReturnType<typeof described>

// Most test files ask only one of the two APIs, and it takes a while to read a description.
const read = new Map<string, Described>()
function describedOnce(file: string): Described {
  const api = read.get(file) ?? described(file)
  read.set(file, api)
  return api
}

// Of a path or a status that the description does not have.
const PROBLEM: Schema = { $ref: '#/components/schemas/ProblemMembers' }

/** Operations share the responses of refusals. */
function responseOf({ document }: Described, given: Response | undefined): Response | undefined {
  const name = given?.$ref?.split('/').at(-1)
  return name === undefined ? given : document.components.responses[name]
}

const parametersIn = ({ path }: { path: string }): number => path.split('{').length

type Answer = {
  method: string
  path: string
  status: number
  contentType: string
  body: unknown
}

/** Throws if the description of its API does not describe the answer. */
export function conform(answer: Answer): void {
  if (answer.method === 'HEAD') return
  const asked = answer.path.split('?', 1)[0] ?? ''
  // Only the pages of the console use them, and no description has them.
  if (/^\/console\/(session|entrance)\b/.test(asked)) return
  const pathname = asked.replace(/^\/console\/(?=(operator\/)?v1\/)/, '/')
  // The template with the fewest parameters is the most specific one; among those the longest.
  const api = describedOnce(
    pathname.startsWith('/operator/') ? 'operator-openapi.json' : 'openapi.json',
  )
  const template = api.templates
    .filter(({ pattern }) => pattern.test(pathname))
    .sort((a, b) => parametersIn(a) - parametersIn(b) || b.path.length - a.path.length)[0]
  const operation =
    template === undefined
      ? undefined
      : api.document.paths[template.path]?.[answer.method.toLowerCase()]
  const mediaType = answer.contentType.split(';', 1)[0] ?? ''
  const response = responseOf(api, operation?.responses[String(answer.status)])
  const found = response?.content?.[mediaType]?.schema
  if (found === undefined && answer.status < 400) {
    throw new Error(
      `${api.file} describes no ${answer.status} ${mediaType} for ${answer.method} ${pathname}`,
    )
  }
  const schema = found ?? PROBLEM
  if (answer.status >= 400 && mediaType !== 'application/problem+json') {
    throw new Error(
      `${answer.status} of ${answer.method} ${pathname} is ${mediaType}, not a problem`,
    )
  }
  const validate = validatorFor(api, schema)
  if (!validate(answer.body)) {
    throw new Error(
      `${answer.status} of ${answer.method} ${pathname} is not as ${api.file} says: ${api.ajv.errorsText(validate.errors)}\n${JSON.stringify(answer.body)}`,
    )
  }
}

function validatorFor({ id, ajv, compiled }: Described, schema: Schema): ValidateFunction {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    const text = JSON.stringify(schema).replaceAll('"#/components', `"${id}#/components`)
    compiled.set(schema, (validate = ajv.compile(JSON.parse(text))))
  }
  return validate
}
