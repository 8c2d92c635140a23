// The operator API of search: by identifier, reference number, external reference, transaction, address, name or amount.
import type { Pool } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  choice,
  currency,
  dataListOf,
  decimal,
  exact,
  identifier,
  nullable,
  text,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf, writtenUuid, type Prefix } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { wantedAmounts } from '../../platform/money/wanted-amounts.ts'
import { orderStatuses } from '../../engine/orders/states.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { mayUse } from '../../parties/operators/roles.ts'
import { selectLabels, type Label } from './label-queries.ts'
import {
  foundKinds,
  matches,
  selectFound,
  selectFoundByAmount,
  selectFoundByPart,
  type FoundKind,
  type FoundRow,
} from './queries.ts'

const MOST_RESULTS = 50
const LEAST_PART = 4

const prefixes: Readonly<Record<FoundKind, Prefix>> = {
  enterprise: 'ent',
  organization: 'org',
  instrument: 'epi',
  order: 'ord',
  deposit: 'dep',
  payout: 'po',
  refund: 'rf',
}

const result = exact(
  {
    kind: choice(foundKinds, 'What it is.', { title: 'FoundKind', example: 'order' }),
    id: anyText('Its identifier.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc'),
    matched: choice(
      matches,
      'What matched. account: an instrument of the same account, for those who may see matches.',
      { title: 'Matched' },
    ),
    enterprise_id: nullable(identifier('ent', 'An enterprise.'), 'Null for money in suspense.'),
    organization_id: nullable(identifier('org', 'An organization.'), 'Null if it has none.'),
    order_id: nullable(identifier('ord', 'An order.'), 'Null if it belongs to none.'),
    label: nullable(
      anyText('A name or number.', 'CO-20260302-7KQ2M4XZ'),
      'The name of an enterprise or organization, the alias of an instrument, or the reference number of the order. Null for money of no order.',
    ),
    amount: nullable(
      decimal('An amount.', '1000.00'),
      'The amount of a deposit, payout or refund, or what an order takes. Null for others.',
    ),
    currency: nullable(currency('A currency.', 'USDC'), 'The currency of the amount.'),
    status: nullable(
      choice(orderStatuses, 'A status.', { title: 'OrderStatus', example: 'STEP_4_COMPLETED' }),
      'The status of an order. Null for others.',
    ),
  },
  { title: 'SearchResult', description: 'Something that was found.' },
)

export function searchEndpoints(api: Api, { db }: { db: Pool }): void {
  addRead(api, {
    path: '/search',
    config: { right: 'read', command: 'search <q>' },
    tags: ['Search'],
    operationId: 'search',
    summary: 'Find by identifier, reference, transaction, account, name or amount',
    description: `Finds at most ${MOST_RESULTS} things: by any identifier, by the reference number or external reference of an order, by the transaction of a deposit, by the account that an order is funded at, by the beginning of a word in the name of an enterprise or organization, with or without accents, by a part of a reference of at least ${LEAST_PART} characters among the newest orders, and by an amount such as \`1000.00\` or \`1000.00 USDC\` among the newest orders and deposits.`,
    querystring: exact({ q: text(200, 'What to find.', 'CO-20260302-7KQ2M4XZ') }),
    answer: dataListOf(result, 'What was found.'),
    async data(request) {
      const { q } = request.query
      const { enterpriseIds, role } = operatorOfRequest(request)
      const sees = { enterpriseIds, seesMatches: mayUse(role, 'see_matches') }
      const text = q.trim()
      const amounts = wantedAmounts(text)
      const exact = await selectFound(db, wanted(text), sees, MOST_RESULTS)
      const byAmount =
        amounts.length === 0
          ? []
          : await selectFoundByAmount(db, amounts, enterpriseIds, MOST_RESULTS)
      const byPart =
        exact.length > 0 || byAmount.length > 0 || text.length < LEAST_PART
          ? []
          : await selectFoundByPart(db, text, enterpriseIds, MOST_RESULTS)
      const found = [...exact, ...byAmount, ...byPart]
      const shown = found.slice(0, MOST_RESULTS)
      const labels = shown.length === 0 ? [] : await selectLabels(db, shown)
      const labelOf = new Map(labels.map((one) => [`${one.kind} ${one.id}`, one]))
      return shown.map((row) => resultView(row, labelOf.get(`${row.kind} ${row.id}`)))
    },
  })
}

function wanted(written: string) {
  for (const prefix of Object.values(prefixes)) {
    const id = uuidOf(prefix, written)
    if (id !== undefined) return { text: written, id, prefix }
  }
  return { text: written, id: null, prefix: null }
}

const resultView = ({ kind, id, matched, ...owners }: FoundRow, words: Label | undefined) => ({
  kind,
  id: publicId(prefixes[kind], writtenUuid(prefixes[kind], id)),
  matched,
  enterprise_id: owners.enterprise_id === null ? null : publicId('ent', owners.enterprise_id),
  organization_id: owners.organization_id === null ? null : publicId('org', owners.organization_id),
  order_id: owners.order_id === null ? null : publicId('ord', owners.order_id),
  label: words?.label ?? null,
  amount:
    words === undefined || words.minor === null || words.currency === null
      ? null
      : formatAmount(words.minor, words.currency),
  currency: words?.currency ?? null,
  status: words?.status ?? null,
})
