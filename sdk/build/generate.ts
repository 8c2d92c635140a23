// The last step of `npm run generate`: the types of both APIs from their descriptions.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
