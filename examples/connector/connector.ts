// The protocol: which handler answers which request, after the signature was verified.
import { ok, Refusal, type Answer } from './answers.ts'
import { cancel, fundingAccounts, lookUpSend, movements, send, sends } from './bank.ts'
import type { Book, Json } from './book.ts'
import { claim } from './claim.ts'
import { fill, fills, lookUpFill, quote, ratesOf } from './exchange.ts'
import { amountOf } from './money.ts'
import { screen } from './screener.ts'

export type Call = { method: string; path: string; query: URLSearchParams; body: Json }

export function answerTo(book: Book, { method, path, query, body }: Call, nowMs: number): Answer {
  const [, resource = '', key = '', ...rest] = path.split('/')
  const part = rest.length === 0 ? '' : `/${rest.join('/')}`
  if (
    (part !== '' && part !== '/cancellation') ||
    (key !== '' && !/^[A-Za-z0-9_.:-]{1,90}$/.test(key))
  )
    throw new Refusal(404, 'not_found')
  if (method === 'PUT' && body['key'] !== key)
    throw new Refusal(400, 'invalid_request', {
      detail: 'the key of the path and of the body differ',
    })
  switch (`${method} /${resource}${key === '' ? '' : '/{key}'}${part}`) {
    case 'GET /capabilities':
      return ok({
        protocol: '1',
        pairs: [...book.rates.keys()].map((pair) => {
          const [payin_currency, payout_currency] = pair.split('/')
          return { payin_currency, payout_currency }
        }),
        served: [{ method: 'MXN_CLABE', currencies: ['MXN'] }],
        screens: ['deposit', 'payout', 'refund'],
        lists: ['sends', 'fills'],
        cancels: true,
        claims: true,
      })
    case 'POST /claim':
      return claim(book, body)
    case 'GET /rates':
      return ratesOf(book, nowMs)
    case 'GET /balances':
      return balances(book, query.get('role') === 'rail' ? 'bank' : 'exchange')
    case 'GET /movements':
      return movements(book, query)
    case 'POST /quotes':
      return quote(book, body, nowMs)
    case 'GET /fills':
      return fills(book, query)
    case 'PUT /fills/{key}':
      return fill(book, key, body, nowMs)
    case 'GET /fills/{key}':
      return lookUpFill(book, key)
    case 'GET /sends':
      return sends(book, query)
    case 'PUT /sends/{key}':
      return send(book, key, body, nowMs)
    case 'GET /sends/{key}':
      return lookUpSend(book, key)
    case 'PUT /sends/{key}/cancellation':
      return cancel(book, key)
    case 'POST /funding-accounts':
      return fundingAccounts(book, body)
    case 'PUT /screenings/{key}':
      return screen(book, key, body)
    default:
      throw new Refusal(404, 'not_found')
  }
}

const balances = (book: Book, place: string): Answer =>
  ok({
    balances: [...book.balances]
      .map(([account, minor]) => ({
        place: account.split('/')[0],
        currency: account.split('/')[1] ?? '',
        minor,
      }))
      .filter((one) => one.place === place)
      .map(({ currency, minor }) => ({
        account: place,
        currency,
        amount: amountOf(minor, currency),
      })),
  })
