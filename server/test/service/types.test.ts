// The compiler refuses what must not be mixed. Each @ts-expect-error fails the type check once its line compiles.
import { expect, test } from 'vitest'
import { instantAt, later, type Duration, type Instant } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/db/pool.ts'
import {
  newUuid,
  NO_ID,
  publicId,
  uuidOf,
  type OwnedId,
  type Uuid,
} from '../../src/platform/ids.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import type { OrderStatements } from '../../src/engine/orders/shared-statements.ts'

const at = instantAt(1000)

test('an id of one kind is not an id of another', () => {
  const quote: Uuid<'qt'> = newUuid('qt', at)
  // @ts-expect-error: a quote is no order
  const order: Uuid<'ord'> = quote
  // @ts-expect-error: the prefix of another kind
  publicId('ord', quote)
  // @ts-expect-error: text of one kind parsed as another
  const parsed: Uuid<'ord'> | undefined = uuidOf('qt', publicId('qt', quote))
  // @ts-expect-error: any text
  const text: Uuid<'ord'> = '00000000-0000-0000-0000-000000000000'
  // @ts-expect-error: an id of no known kind
  const ofSomeKind: Uuid<'ord'> = quote as Uuid
  const ofAnyKind: Uuid = quote
  const none: Uuid<'ord'> = NO_ID
  expect([order, parsed, ofSomeKind, ofAnyKind]).toEqual([quote, quote, quote, quote])
  expect(text).toBe(none)
})

test('a statement takes ids of its own kind only', () => {
  const refused = [
    // @ts-expect-error: a quote is no order
    (db: Db, quote: Uuid<'qt'>) => selectOperatorOrder(db, quote),
    // @ts-expect-error: a quote is no order
    ({ findOrder }: OrderStatements, quote: OwnedId<'qt'>) => findOrder(quote),
    ({ findOrder }: OrderStatements, id: Uuid<'ord'>, organizationId: Uuid<'org'>) =>
      // @ts-expect-error: organization and order in each other's place
      findOrder({ organizationId: id, id: organizationId }),
  ]
  expect(refused).toHaveLength(3)
})

test('an instant is not a duration', () => {
  const waitMs = 500
  // @ts-expect-error: a duration is no instant
  const tooEarly: Instant = waitMs
  // @ts-expect-error: an instant and a number do not add up to an instant
  const sum: Instant = at + waitMs
  // @ts-expect-error: an instant is no duration
  const wrong = later(at, at)
  const since: Duration = later(at, waitMs) - at
  expect([tooEarly, sum, wrong, since]).toEqual([500, 1500, 2000, 500])
})
