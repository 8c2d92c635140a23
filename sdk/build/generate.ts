// The last step of `npm run generate`: the types of both APIs, and the shapes of answers, from their descriptions.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shapesOf } from './shapes.ts'
import { typesOf } from './types.ts'

const root = join(import.meta.dirname, '../..')
const generated = [
  ['openapi.json', 'sdk/src/openapi.ts'],
  ['operator-openapi.json', 'console/src/operator/openapi.ts'],
] as const
for (const [description, types] of generated)
  writeFileSync(
    join(root, types),
    await typesOf(readFileSync(join(root, description), 'utf8'), description),
  )
writeFileSync(
  join(root, 'sdk/src/shapes.ts'),
  shapesOf(readFileSync(join(root, 'openapi.json'), 'utf8')),
)
