// What the drivers of the promised rails share.
import { randomInt } from 'node:crypto'
import type { Watch } from '../../../src/rails/port.ts'

export const nobody: Watch = { recent: async () => [], older: async () => [] }

/** An order id of the real form. Letters and digits as in a TypeID. */
export const newOrderId = (): string =>
  `ord_01${Array.from({ length: 24 }, () => '0123456789abcdefghjkmnpqrstvwxyz'[randomInt(32)]).join('')}`

export const newPayoutKey = (): string => `${newOrderId()}:payout:1`

/** Two decimals. */
export const amountText = (minor: bigint): string =>
  `${minor / 100n}.${(minor % 100n).toString().padStart(2, '0')}`
