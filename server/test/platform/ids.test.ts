// Identifiers in the API are TypeIDs, as the reference library writes them.
import { randomUUID } from 'node:crypto'
import { TypeID } from 'typeid-js'
import { expect, test } from 'vitest'
import { publicId, uuidOf, writtenUuid } from '../../src/platform/ids.ts'

const uuids = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ...Array.from({ length: 1000 }, () => randomUUID()),
]

test('an identifier is the TypeID of its UUID and converts back to it', () => {
  for (const uuid of uuids) {
    const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
    expect(publicId('ord', writtenUuid('ord', uuid))).toBe(
      TypeID.fromUUIDBytes('ord', bytes).toString(),
    )
    expect(uuidOf('ord', publicId('ord', writtenUuid('ord', uuid)))).toBe(uuid)
  }
})

test('a text that is not the identifier of a UUID has no UUID', () => {
  const id = publicId('ord', writtenUuid('ord', 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  const malformed = ['', 'ord_', id.slice(4), `qt_${id.slice(4)}`, `${id}0`, id.slice(0, -1)]
  const outside = [id.replace('_7', '_8'), id.replace(/z$/, 'u'), id.toUpperCase()]
  for (const text of [...malformed, ...outside]) expect(uuidOf('ord', text), text).toBe(undefined)
})
