// Compares requests and answers with connector-openapi.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Transport } from '../../src/outside/connectors/transport.ts'

type Schema = Record<string, unknown>
type Content = { content: { 'application/json': { schema: Schema } } }
type Operation = { operationId: string; requestBody?: Content; responses: Record<string, Content> }
type Document = { paths: Record<string, Record<string, Operation>>; components: Schema }

const document: Document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../connector-openapi.json'), 'utf8'),
)
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
const ID = 'https://corridor.test/connector-openapi.json'
ajv.addSchema({ $id: ID, components: document.components })

export const connectorOperations: readonly string[] = Object.values(document.paths).flatMap(
  (methods) => Object.values(methods).map(({ operationId }) => operationId),
)

/** Passes calls on. Throws if the document does not describe one; notes `operation status` of each. */
export function conforming(transport: Transport, seen: Set<string>): Transport {
  return {
    async exchange(request, mostBytes) {
      const operation = operationOf(request.method, new URL(request.url).pathname)
      const { requestBody } = operation
      if ((requestBody === undefined) !== (request.body === ''))
        throw new Error(`${operation.operationId}: a body where none is described, or none`)
      if (requestBody !== undefined) compare(operation, requestBody, JSON.parse(request.body))
      const answer = await transport.exchange(request, mostBytes)
      const described = operation.responses[String(answer.status)]
      if (described === undefined)
        throw new Error(`${operation.operationId} is not described with ${answer.status}`)
      compare(operation, described, JSON.parse(answer.bytes.toString()))
      seen.add(`${operation.operationId} ${answer.status}`)
      return answer
    },
    close: transport.close,
  }
}

function operationOf(method: string, path: string): Operation {
  const template = path.replace(/^\/(fills|sends|screenings)\/[^/]+/, '/$1/{key}')
  const operation = document.paths[template]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${method} ${template} is not described`)
  return operation
}

function compare({ operationId }: Operation, { content }: Content, body: unknown): void {
  const { schema } = content['application/json']
  const reference = String(schema['$ref'])
  const validate = ajv.getSchema(`${ID}${reference}`)
  if (validate === undefined) throw new Error(`${operationId}: no schema ${reference}`)
  if (validate(body) === true) return
  throw new Error(`${operationId} does not match ${reference}: ${ajv.errorsText(validate.errors)}`)
}
