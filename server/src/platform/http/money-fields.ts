// Fields that deposits, payouts and refunds have in common.
import { anyText, decimal, nullable } from './schemas.ts'

export const amountField = decimal('The amount, in that currency.', '1000.00')

export const railReference = nullable(
  anyText('A reference of the rail.', 'SIM-1F0C9B1E7A3D2468'),
  "The rail's own reference; null until it has one.",
)
