// The last step of `npm run generate`: src/openapi.ts from openapi.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { typesOf } from './types.ts'

const root = join(import.meta.dirname, '../..')
const description = readFileSync(join(root, 'openapi.json'), 'utf8')
writeFileSync(join(root, 'sdk/src/openapi.ts'), await typesOf(description))
