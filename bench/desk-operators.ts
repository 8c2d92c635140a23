// Eight operators who read, search, export and reconcile without a pause. The first call begins their work, the second ends it
// and is answered with how often each path was answered with which status.
import { randomUUID } from 'node:crypto'
import { serveCalls, textIn } from './children.ts'

const STATEMENT_LINES = 2000

type Call = { method: string; path: string; type?: string; body?: string }
const get = (path: string): Call => ({ method: 'GET', path })
const lists = (...paths: string[]) => paths.map((path) => get(`${path}limit=200`))
const statement = `d,a,r\n${Array.from({ length: STATEMENT_LINES }, (_, at) => `2026-01-02,-10.00,BENCH${at}`).join('\n')}\n`
/** Each of the eight repeats this. */
const operators: Call[][] = [
  lists('/orders?', '/payouts?', '/deposits?', '/refunds?'),
  lists('/orders?payin_currency=EUR&', '/payouts?rail=nobody&', '/deposits?currency=BRL&'),
  lists('/orders?status=STEP_4_COMPLETED&', '/payouts?status=PENDING&', '/refunds?currency=EUR&'),
  [get('/queue?limit=50'), get('/halts')],
  [get('/search?q=CO-20260302-7KQ2M4XZ'), get(`/search?q=${randomUUID()}`), get('/search?q=bench')],
  [get('/balances'), get('/rails'), ...lists('/events?')],
  [
    {
      method: 'POST',
      path: '/exports',
      type: 'application/json',
      body: JSON.stringify({ export: 'orders', format: 'csv', reason: 'bench' }),
    },
  ],
  [
    {
      method: 'POST',
      path: '/reconciliations?account=rail:sandbox&reason=bench&currency=COP&columns=date:d,amount:a,reference:r',
      type: 'text/csv',
      body: statement,
    },
  ],
]

const statuses = new Map<string, number>()
let isOver = false
let desk: Promise<unknown> = Promise.resolve()

serveCalls(
  {},
  async (question) => {
    const { keys } = question
    if (!Array.isArray(keys)) {
      isOver = true
      await desk
      return { statuses: Object.fromEntries(statuses) }
    }
    const base = textIn(question, 'base')
    desk = Promise.all(operators.map((calls, place) => atWork(base, String(keys[place]), calls)))
    return {}
  },
  async () => {
    isOver = true
    await desk
  },
)

async function atWork(base: string, key: string, calls: readonly Call[]): Promise<void> {
  for (let turn = 0; !isOver; turn += 1) {
    const call = calls[turn % calls.length]
    if (call === undefined) return
    const { method, path, type, body } = call
    const response = await fetch(`${base}/operator/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    })
    // Read to its end, piece by piece.
    for await (const _ of response.body ?? []);
    const name = `${path.split('?')[0]} ${response.status}`
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
  }
}
