// The memory of the fake Bitso: balances, quotes, conversions, withdrawals, payouts, fundings and pay-ins, with the rules
// that the company's documents state. It shares no code with the adapter.
import { randomUUID } from 'node:crypto'

export type Body = Readonly<Record<string, unknown>>
export type Reply = { status: number; value: unknown }
type Row = Record<string, unknown>

const refused = (code: string): Reply => ({
  status: 400,
  value: { success: false, error: { code, message: 'refused' } },
})
const refusedBy = (code: string): Reply => ({ status: 400, value: { errors: [{ code }] } })
const wrapped = (payload: unknown): Reply => ({ status: 200, value: { success: true, payload } })

const UNITS = 10n ** 8n
const unitsOf = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * UNITS + BigInt(fraction.slice(0, 8).padEnd(8, '0'))
}
const textOf = (units: bigint, decimals = 8): string =>
  `${units / UNITS}.${(units % UNITS).toString().padStart(8, '0').slice(0, decimals)}`
const wide = (value: unknown): string => (typeof value === 'string' ? value : '')
const part = (body: Body, name: string): Body => {
  const value = body[name]
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const without = (row: Body, name: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([field]) => field !== name))

export function createBooks(now: () => number) {
  const iso = (at = now()) => new Date(at).toISOString().replace('Z', '+00:00')
  const balances = new Map([
    ['usdc', unitsOf('100000')],
    ['mxn', unitsOf('5000000')],
    ['brl', unitsOf('5000000')],
    ['cop', unitsOf('900000000')],
  ])
  /** Target currency for one unit of the source, by `source-target`. */
  const prices = new Map([
    ['USDC-MXN', '18.50'],
    ['USDC-COP', '4100'],
    ['USDC-BRL', '5.4321'],
  ])
  const quotes = new Map<string, Row>()
  const previews = new Map<string, Row>()
  const conversions: Row[] = []
  const withdrawals: Row[] = []
  const payouts: Row[] = []
  const fundings: Row[] = []
  const payins: Row[] = []
  const options = {
    quoteMs: 30_000,
    conversionStatus: 'COMPLETED',
    /** What a second payout under one name gets. The documents do not say. `another`: the name keeps nothing from being paid twice. */
    duplicates: 'original' as 'original' | 'refused' | 'another',
    canConfirm: true,
    /** The code with which every new withdrawal is refused, if any. */
    refuses: '',
    showsOriginId: true,
    filters: true,
    invalidPixKeys: new Set<string>(),
  }

  const move = (currency: string, units: bigint) =>
    void balances.set(currency, (balances.get(currency) ?? 0n) + units)

  function quote({ source, target, source_amount }: Body): Reply {
    const price = prices.get(`${wide(source)}-${wide(target)}`)
    if (price === undefined) return refusedBy('invalid_target_currency')
    const sold = unitsOf(wide(source_amount))
    const row: Row = {
      id: randomUUID(),
      source,
      target,
      source_amount: textOf(sold),
      target_amount: textOf((sold * unitsOf(price)) / UNITS, 2),
      rate: price,
      status: 'ACTIVE',
      created_at: iso(),
      expires_at: iso(now() + options.quoteMs),
      can_confirm: options.canConfirm,
      surprise: { of: 'a later version' },
    }
    quotes.set(wide(row['id']), row)
    return { status: 200, value: row }
  }

  function convert({ quote_id }: Body): Reply {
    const row = quotes.get(wide(quote_id))
    if (row === undefined || row['status'] !== 'ACTIVE') return refusedBy('quote_not_found')
    if (now() >= Date.parse(wide(row['expires_at']))) return refusedBy('quote_not_found')
    row['status'] = 'ACCEPTED'
    const { source, target, source_amount, target_amount, rate } = row
    const status = options.conversionStatus
    if (status === 'COMPLETED') {
      move(wide(source).toLowerCase(), -unitsOf(wide(source_amount)))
      move(wide(target).toLowerCase(), unitsOf(wide(target_amount)))
    }
    const conversion: Row = {
      id: randomUUID(),
      source,
      target,
      source_amount,
      target_amount,
      quote_id,
      rate,
      status,
      fee_amount: '0.50',
      fee_currency: source,
      created_at: iso(),
      updated_at: iso(),
    }
    conversions.unshift(conversion)
    return { status: 200, value: conversion }
  }

  function paged(list: readonly Row[], query: URLSearchParams): { rows: Row[]; next?: string } {
    const size = BigInt(query.get('page_size') ?? '100')
    const start = Number.parseInt(query.get('page_token') ?? '0', 10)
    const rows = list.slice(start, start + Number.parseInt(size.toString(), 10))
    const end = start + rows.length
    return { rows, ...(end < list.length && { next: String(end) }) }
  }

  const listConversions = (query: URLSearchParams): Reply => {
    const { rows, next } = paged(conversions, query)
    return { status: 200, value: { conversions: rows, ...(next && { next_page_token: next }) } }
  }

  function withdraw(body: Body): Reply {
    const origin = wide(body['origin_id'])
    const known = withdrawals.find(({ origin_id }) => origin !== '' && origin_id === origin)
    if (known !== undefined && options.duplicates !== 'another')
      return options.duplicates === 'original' ? wrapped(shown(known)) : refused('0399')
    if (options.refuses !== '') return refused(options.refuses)
    const [currency, protocol, amount] = [body['currency'], body['protocol'], wide(body['amount'])]
    const units = unitsOf(amount)
    if (!/^\d+(\.\d{1,2})?$/.test(amount) || units === 0n) return refused('0304')
    const clabe = wide(body['clabe'])
    if (currency === 'mxn') {
      if (!/^\d{18}$/.test(clabe)) return refused('0317')
      if (protocol === 'clabe' && wide(body['beneficiary']) === '') return refused('0303')
      if (protocol === 'clabe' && clabe.startsWith('710')) return refused('0714')
      if (protocol !== 'clabe' && protocol !== 'nvio-clabe') return refused('0304')
    } else if (currency === 'brl') {
      const preview = previews.get(wide(body['preview_id']))
      if (preview === undefined || preview['used'] === true) return refused('0304')
      if (preview['amount'] !== amount) return refused('0304')
      preview['used'] = true
    } else return refused('0313')
    if ((balances.get(wide(currency)) ?? 0n) < units) return refused('0379')
    move(wide(currency), -units)
    const row: Row = {
      wid: randomUUID().replaceAll('-', ''),
      origin_id: origin,
      status: 'pending',
      created_at: iso(),
      currency,
      protocol,
      amount,
      asset: currency,
      details: { origin_id: origin },
    }
    withdrawals.unshift(row)
    return wrapped(shown(row))
  }

  // The API shows the origin_id in the details of some payment systems only.
  const shown = (row: Row): Row => ({
    ...without(row, 'origin_id'),
    details: options.showsOriginId ? row['details'] : without(part(row, 'details'), 'origin_id'),
  })

  function preview(body: Body): Reply {
    const { currency, protocol } = part(body, 'taxonomy')
    const key = wide(part(body, 'identifier')['pix_key'])
    if (options.invalidPixKeys.has(key)) return refused('0404')
    if (key === '' || currency !== 'brl' || protocol !== 'pix_ind') return refused('0303')
    const id = randomUUID()
    previews.set(id, { amount: body['amount'], used: false })
    return wrapped({ id, payee: { name: 'A payee', bank_name: 'A bank' } })
  }

  const listWithdrawals = (query: URLSearchParams): Reply => {
    const asked = query.get('origin_ids')?.split(',')
    const currency = query.get('currency')
    const found = withdrawals
      .filter(
        ({ origin_id }) =>
          asked === undefined || !options.filters || asked.includes(wide(origin_id)),
      )
      .filter((row) => currency === null || row['currency'] === currency)
    // The marker asks for older withdrawals than the one it names.
    const start = found.findIndex(({ wid }) => wid === query.get('marker')) + 1
    const limit = Math.min(Number.parseInt(query.get('limit') ?? '25', 10), 100)
    return wrapped(found.slice(start, start + limit).map(shown))
  }

  function payOut(body: Body, idempotencyKey: string): Reply {
    const known = payouts.find((row) => row['key'] === idempotencyKey)
    if (known !== undefined && options.duplicates !== 'another')
      return { status: 200, value: withoutKey(known) }
    const ach = part(body, 'co_ach')
    const to = part(ach, 'third_party')
    if (body['type'] !== 'CO_ACH' || ach['beneficiary_type'] !== 'THIRD_PARTY')
      return refusedBy('invalid_type')
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(wide(body['external_ref']))) return refusedBy('invalid_ref')
    if (['bank_code', 'account_number', 'document_id'].some((name) => wide(to[name]) === ''))
      return refusedBy('invalid_beneficiary')
    move('cop', -unitsOf(wide(ach['amount'])))
    const row: Row = {
      key: idempotencyKey,
      id: randomUUID(),
      status: 'PENDING',
      amount: ach['amount'],
      asset: 'COP',
      type: 'CO_ACH',
      external_ref: body['external_ref'],
      created_at: iso(),
    }
    payouts.unshift(row)
    return { status: 200, value: withoutKey(row) }
  }

  const withoutKey = (row: Row): Row => without(row, 'key')

  const listPayouts = (query: URLSearchParams): Reply => {
    const ref = query.get('external_ref')
    const found = payouts.filter(
      (row) => ref === null || !options.filters || row['external_ref'] === ref,
    )
    const { rows, next } = paged(found, query)
    const value = { payouts: rows.map(withoutKey), ...(next && { next_page_token: next }) }
    return { status: 200, value }
  }

  const listFundings = (query: URLSearchParams): Reply => {
    const marker = query.get('marker')
    const start = marker === null ? 0 : fundings.findIndex(({ fid }) => fid === marker) + 1
    return wrapped(fundings.slice(start, start + Number.parseInt(query.get('limit') ?? '25', 10)))
  }

  const listPayins = (query: URLSearchParams): Reply => {
    const { rows, next } = paged(payins, query)
    return { status: 200, value: { payins: rows, ...(next && { next_page_token: next }) } }
  }

  const balance = (): Reply =>
    wrapped({
      balances: [...balances].map(([currency, units]) => ({
        currency,
        available: textOf(units),
        locked: '0.00',
        total: textOf(units),
      })),
    })

  /** Money that arrives. */
  function fund(funding: Body): Row {
    const row: Row = {
      fid: randomUUID().replaceAll('-', ''),
      status: 'complete',
      created_at: iso(),
      currency: 'mxn',
      method: 'praxis',
      amount: '100.00',
      asset: 'mxn',
      details: {},
      ...funding,
    }
    fundings.unshift(row)
    return row
  }

  function payIn(payin: Body): Row {
    const row: Row = {
      id: randomUUID().replaceAll('-', '_'),
      status: 'COMPLETED',
      asset: 'COP',
      created_at: iso(),
      ...payin,
    }
    payins.unshift(row)
    return row
  }

  return {
    options,
    prices,
    conversions,
    withdrawals,
    payouts,
    fundings,
    payins,
    quote,
    convert,
    listConversions,
    withdraw,
    preview,
    listWithdrawals,
    payOut,
    listPayouts,
    listFundings,
    listPayins,
    balance,
    fund,
    payIn,
  }
}
