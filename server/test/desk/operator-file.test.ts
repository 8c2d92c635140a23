// docs/operator-file.md explains every key of the operator file, and its examples are valid.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operatorFileSchema } from '../../src/desk/operator-file/sections.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/operator-file.md'), 'utf8')

type Schema = {
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
}

const form: Schema = JSON.parse(JSON.stringify(operatorFileSchema))

/** `path.key` of every key in the schema, followed by ` required` where it is required. */
function keysOf(schema: Schema, path: string): string[] {
  if (schema.items !== undefined) return keysOf(schema.items, `${path}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const isRequired = schema.required?.includes(key) === true
    const at = path === '' ? key : `${path}.${key}`
    return [`${at}${isRequired ? ' required' : ''}`, ...keysOf(inner, at)]
  })
}

/** The same list from the page's tables, under headings that name paths. */
const explained = document.split(/^(?=#{1,3} )/m).flatMap((section) => {
  const heading = /^### (.+)$/m.exec(section)?.[1] ?? ''
  const paths = [...heading.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  const rows = [...section.matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm)]
  return paths.flatMap((path) =>
    rows.map(([, key, byDefault]) => {
      const at = path === '(file)' ? key : `${path}.${key}`
      return `${at}${byDefault === 'required' ? ' required' : ''}`
    }),
  )
})

test('the page explains every key of the schema, states which are required, and explains no other', () => {
  expect(explained.toSorted()).toEqual(keysOf(form, '').toSorted())
})

describe("the page's examples", () => {
  const examples = [...document.matchAll(/^([^\n]+):\n\n```yaml\n([^`]+)```/gm)].map(
    ([, what = '', yaml = '']) => ({ what, yaml }),
  )

  test('are at least five', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5)
    expect(document.match(/```yaml/g)).toHaveLength(examples.length)
  })

  test.each(examples)('are valid: $what', ({ yaml }) => {
    const dir = mkdtempSync(join(tmpdir(), 'corridor-operator-file-'))
    try {
      const path = join(dir, 'file.yaml')
      writeFileSync(path, yaml)
      expect(() => readOperatorFile(path)).not.toThrow()
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})
