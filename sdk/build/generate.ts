// Makes the shapes of answers, and the types of both APIs, from their descriptions. Only development needs the types. `npm ci`, `npm run generate` and `npm run check` make them; git does not have them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shapesOf } from './shapes.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

writeFileSync(join(root, 'sdk/src/shapes.ts'), shapesOf(read('openapi.json')))

const isDevelopment = await import('openapi-typescript').then(
  () => true,
  () => false,
)
if (isDevelopment) {
  const { typesOf } = await import('./types.ts')
  for (const [description, types] of [
    ['openapi.json', 'sdk/src/openapi.ts'],
    ['operator-openapi.json', 'console/src/operator/openapi.ts'],
  ] as const)
    writeFileSync(join(root, types), await typesOf(read(description), description))
}
