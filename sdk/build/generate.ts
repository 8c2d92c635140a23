// Makes the SDK's thin operations, the shapes of answers, the table of operators' commands, and the types of both APIs, from their descriptions. Only development needs the types. `npm ci`, `npm run generate` and `npm run check` make them; git does not have them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationsOf } from '../../cli/build/operations.ts'
import { operationModules } from './operations.ts'
import { shapesOf } from './shapes.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

writeFileSync(join(root, 'sdk/src/shapes.ts'), shapesOf(read('openapi.json')))
const { operations: calls, answers } = operationModules(read('openapi.json'))
writeFileSync(join(root, 'sdk/src/operations.ts'), calls)
writeFileSync(join(root, 'sdk/src/answers.ts'), answers)
const operations = operationsOf(read('operator-openapi.json'))
writeFileSync(join(root, 'cli/client/operations.json'), `${JSON.stringify(operations)}\n`)

const isDevelopment = await import('openapi-typescript').then(
  () => true,
  () => false,
)
if (isDevelopment) {
  const { typesOf } = await import('./types.ts')
  for (const [description, types] of [
    ['openapi.json', 'sdk/src/openapi.ts'],
    ['operator-openapi.json', 'server/operator-client/openapi.ts'],
  ] as const)
    writeFileSync(join(root, types), await typesOf(read(description), description))
}
