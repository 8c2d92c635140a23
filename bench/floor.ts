// The floor: the service's statements without HTTP, and a plain insert, as a process of its own that is told what to
// measure.
import { later } from '../server/src/platform/clock.ts'
import { randomUUID } from 'node:crypto'
import { openPool, rows } from '../server/src/platform/db/pool.ts'
import { newUuid } from '../server/src/platform/ids.ts'
import { prepareOrder } from '../server/src/engine/orders/create-order.ts'
import type { NewOrder } from '../server/src/engine/orders/new-order.ts'
import type { KnownOrder } from '../server/src/engine/orders/queries.ts'
import { insertQuotes, type NewQuote } from '../server/src/engine/quotes/queries.ts'
import { startService } from '../server/src/service/serve.ts'
import { serveCalls, numberIn, textIn } from './children.ts'
import { paceOf } from './pace.ts'
import { benchConfig } from './settings.ts'
import { openWorld } from './world.ts'

const [databaseUrl = '', dir = ''] = process.argv.slice(2)
const service = await startService(benchConfig(databaseUrl, dir, 'floor'), {
  http: false,
  worker: false,
})
const { deps } = service
const quoted: NewQuote[] = []
const world = await openWorld({
  ...deps,
  insertQuote(quote) {
    quoted.push(quote)
    return deps.insertQuote(quote)
  },
})
const template = await templateQuote()
const plain = openPool({ connectionString: databaseUrl }, { size: 1 })
await plain.query('create table bench_plain (id uuid primary key, body text not null)')

const prepared: { quotes: NewQuote[]; orders: NewOrder[] } = { quotes: [], orders: [] }
const made: KnownOrder[] = []

const work: Record<string, () => Promise<boolean>> = {
  'POST quotes': async () => {
    const quote = prepared.quotes.pop()
    if (quote === undefined) return false
    if (!(await deps.insertQuote(quote))) throw new Error('a quote was refused')
    return true
  },
  'POST orders': async () => {
    const order = prepared.orders.pop()
    if (order === undefined) return false
    const row = await deps.insertOrder(order)
    if (row === null) throw new Error('an order was refused')
    if (made.length < 1000)
      made.push({ organizationId: row.organization_id, id: row.id, version: row.version })
    return true
  },
  // Asks like a service that has cached the answer of every order: see engine/orders/show-order.ts.
  'GET order': async () => {
    const known = made[Math.floor(Math.random() * made.length)]
    if (known === undefined || (await deps.findChangedOrder(known)) !== null)
      throw new Error('an order has changed')
    return true
  },
  'insert of one row': async () => {
    await rows(
      plain,
      { name: 'insert_plain', text: 'insert into bench_plain (id, body) values ($1, $2)' },
      [newUuid('ord', deps.clock.now()), 'one row'],
    )
    return true
  },
}

serveCalls(
  {},
  async (question) => {
    const operation = textIn(question, 'operation')
    if (question['prepare'] !== undefined) {
      await prepare(operation, numberIn(question, 'prepare'))
      return {}
    }
    const once = work[operation]
    if (once === undefined) throw new Error(`no such operation: ${operation}`)
    const callers = Array.from({ length: numberIn(question, 'callers') }, () => once)
    return paceOf(callers, numberIn(question, 'seconds'))
  },
  async () => {
    await plain.end()
    await service.stop()
  },
)

// Computes the inputs in advance, because the floor measures the statements only.
async function prepare(operation: string, count: number): Promise<void> {
  if (operation === 'POST quotes') prepared.quotes = freshQuotes(count)
  if (operation !== 'POST orders') return
  const quotes = freshQuotes(count)
  for (let first = 0; first < count; first += 500)
    await insertQuotes(deps.db, quotes.slice(first, first + 500))
  const at = deps.clock.now()
  prepared.orders = await Promise.all(
    quotes.map((quote) =>
      prepareOrder(
        deps,
        quote,
        { quoteId: quote.id, externalReferenceId: null },
        'create',
        world.idempotency(),
        at,
      ),
    ),
  )
}

function freshQuotes(count: number): NewQuote[] {
  const at = deps.clock.now()
  const lateMs = at - template.created_at
  return Array.from({ length: count }, () => ({
    ...template,
    id: newUuid('qt', at),
    idempotency_key: randomUUID(),
    created_at: at,
    submission_expires_at: later(template.submission_expires_at, lateMs),
    funding_expires_at: later(template.funding_expires_at, lateMs),
  }))
}

async function templateQuote(): Promise<NewQuote> {
  await world.quote()
  const [quote] = quoted
  if (quote === undefined) throw new Error('no quote was created')
  return quote
}
