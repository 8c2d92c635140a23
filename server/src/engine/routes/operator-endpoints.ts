// The operator API that reads routes, with the terms that customers do not see.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  choice,
  count,
  currency,
  decimal,
  exact,
  nullable,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import {
  enterpriseOf,
  operatorReads,
  ownerFields,
  ownerView,
  type Owner,
  type ReadDeps,
} from '../../parties/operators/operator-reads.ts'
import { openings, type Opening, type OpeningDeps } from './opening.ts'
import { seenRoutes } from './operator-queries.ts'
import type { RouteRow } from './queries.ts'
import { routeSchema, routeView } from './view.ts'

const { id, ...terms } = routeSchema.properties

const schema = exact(
  {
    id,
    ...ownerFields,
    name: anyText('Its name in the operator file.', 'USDC to COP'),
    ...terms,
    further_providers: Type.Array(anyText('A provider.', 'BETA'), {
      description: 'The providers after the first, ranked.',
      examples: [['BETA']],
    }),
    tax_bps: count('The tax on the fee, in basis points.', 1900),
    fee_treatment: choice(
      ['inclusive', 'exclusive'],
      'inclusive: the fee is taken out of the payin total. exclusive: it is added.',
    ),
    max_slippage_bps: count(
      'How far below the promised rate an order is filled without an operator, in basis points.',
      50,
    ),
    max_open_total: decimal(
      'The most that orders awaiting funding may add up to, in the payin currency.',
      '1000000.00',
    ),
    open_total: decimal('What orders awaiting funding add up to now.', '25000.00'),
    submission_window_seconds: count('How long a quote can become an order.', 30),
    funding_window_seconds: count('How long an order awaits its funds.', 3600),
    version: count('Every change bumps it.', 1),
    is_open: Type.Boolean({
      description:
        'Whether its own hours, those of one of its providers and the holidays of banks let it take quotes now. A disabled route takes none.',
    }),
    opens_at: nullable(
      timestamp('An instant.'),
      'When it is open next. Null while it is open, and if it does not open within a year.',
    ),
    created_at: timestamp('When it was created.'),
  },
  { title: 'DeskRoute', description: 'A conversion that the desk offers, with all its terms.' },
)

type Read = RouteRow & Owner & { open_total_minor: string }
type Row = Read & { opening: Opening }

export function operatorRouteReads(api: Api, deps: ReadDeps & OpeningDeps): void {
  const opened = async (found: readonly Read[]): Promise<Row[]> => {
    const openingOf = await openings(deps, deps.clock.now())
    return found.map((row) => ({ ...row, opening: openingOf(row) }))
  }
  operatorReads<'rt', Row>(api, deps, {
    name: 'routes',
    prefix: 'rt',
    tag: 'Configuration',
    schema,
    about: 'Routes of all organizations.',
    filters: {
      name: Type.Optional(text(200, 'Routes of this name.', 'USDC to COP')),
      status: Type.Optional(choice(['ENABLED', 'DISABLED'], 'Routes with this status.')),
      payin_currency: Type.Optional(currency('Routes from this currency.', 'USDC')),
      payout_currency: Type.Optional(currency('Routes to this currency.', 'COP')),
    },
    made: 'Routes created',
    async select(...asked) {
      const found = await seenRoutes.select<Read>(...asked)
      return Array.isArray(found) ? opened(found) : { ...found, rows: await opened(found.rows) }
    },
    async find(db, id) {
      const found = await seenRoutes.find<Read>(db, id)
      return found && (await opened([found]))[0]
    },
    enterpriseOf,
    view: (row): Static<typeof schema> => ({
      ...routeView(row, deps.clock.now()),
      ...ownerView(row),
      name: row.name,
      further_providers: row.further_providers,
      tax_bps: row.tax_bps,
      fee_treatment: row.fee_treatment,
      max_slippage_bps: row.max_slippage_bps,
      max_open_total: formatAmount(row.max_open_total_minor, row.payin_currency),
      open_total: formatAmount(BigInt(row.open_total_minor), row.payin_currency),
      submission_window_seconds: Math.floor(row.submission_window_ms / 1000),
      funding_window_seconds: Math.floor(row.funding_window_ms / 1000),
      version: row.version,
      is_open: row.opening.isOpen,
      opens_at: toTimestampOrNull(row.opening.opensAt),
      created_at: toTimestamp(row.created_at),
    }),
  })
}
