// Simulated companies: a liquidity provider and two rails, whose memory survives our crashes. They have one effect per
// key, and lose, delay, refuse or postpone a request as its fate says. They complain when a key is sent with other
// content or before it was committed.
import { instantAt, later, type Instant } from '../../src/platform/clock.ts'
import { QUOTE_EXPIRED } from '../../src/engine/fills/queries.ts'
import {
  currenciesOf,
  methodNames,
  type InstrumentMethod,
} from '../../src/outside/methods/methods.ts'
import type {
  FillAnswer,
  FillRequest,
  LiquidityProvider,
} from '../../src/outside/liquidity/port.ts'
import { minorUnits } from '../../src/platform/money/currencies.ts'
import type {
  CancelAnswer,
  Rail,
  RailEntry,
  SeenDeposit,
  SendAnswer,
  SendRequest,
} from '../../src/outside/rails/port.ts'
import { digested, onePage, withKeys } from '../../src/outside/rails/listed-sends.ts'
import { sandboxFundingDetails } from '../../src/outside/rails/sandbox/funding-details.ts'
import { passGate } from './gate.ts'
import { AT_PAR } from './routes.ts'
import { createStrayChain } from './stray-chain.ts'

/** The fate of a request: `lost` before arrival, `unheard` when only the answer is lost, `late` when it arrives after the timeout. */
export const fates = [
  'done',
  'lost',
  'unheard',
  'late',
  'pending',
  'refused',
  'refused_unheard',
] as const
/** `later`: it arrives after evidence that it never will, and the rail cannot stop it. */
export type Fate = (typeof fates)[number] | 'later'
/** A fill can also sell only half of what was asked. */
export const fillFates = [...fates, 'part', 'part_unheard'] as const
export type FillFate = Fate | (typeof fillFates)[number]
/** Fates by step. `isDeclineFinal`: a refusal by the provider is final, not for one attempt. */
export type OrderFate = {
  fills: readonly FillFate[]
  isDeclineFinal: boolean
  /** Basis points of the promise by which each fill offers less. */
  slipBps: readonly number[]
  /** Whether the firm quote of each fill has expired already. The provider then executes it only if it hears at once. */
  expired: readonly boolean[]
  payouts: readonly Fate[]
  refunds: readonly Fate[]
  looks: readonly ('heard' | 'lost')[]
}

export type Kind = 'fill' | 'payout' | 'refund'
/** A company's record of a key. */
export type Deed = {
  kind: Kind
  key: string
  company: string
  orderId: string
  content: string
  currency: string
  amountMinor: bigint
  /** What a fill sold and delivered; 0 for payouts and refunds. */
  soldMinor: bigint
  deliveredMinor: bigint
  destination: string
  state: 'pending' | 'done' | 'refused'
  isFinal: boolean
  polls: number
  /** When it came, by the clock of the business. */
  at: Instant
}

const PENDING_POLLS = 4
const LATE_CALLS = 2
const HOUR_MS = 3_600_000

/** Keys of returns of deposits begin so: no order is in them. */
export const RETURNS = 'deposit'
/** The beginning of the keys of all returns of a deposit. */
export const returnsOf = (key: string): string => key.replace(/\d+$/, '')

export type Outside = ReturnType<typeof createOutside>

/** `missingRecord` returns the reason why our database lacks the record of a new key, or undefined. */
export function createOutside(options: {
  depositSeed: Buffer
  par: LiquidityProvider
  now(): Instant
  missingRecord(kind: Kind, key: string): Promise<string | undefined>
  /** The reason why the database does not allow the return of a stray now, or undefined. */
  whyNoStray(key: string): Promise<string | undefined>
  /** Takes deposits for orders of a rail that arrived in the simulator; each is returned once. */
  dueInSimulator(rail: string): Promise<readonly SeenDeposit[]>
}) {
  const deeds = new Map<string, Deed>()
  const frozen = new Set<string>()
  const cancelled = new Set<string>()
  const contradicted = new Map<string, string>()
  const fateOf = new Map<string, OrderFate>()
  const used = new Map<string, number>()
  const complaints: string[] = []
  const strays = createStrayChain(complaints, options.whyNoStray)
  const expiredQuotes = new Set<string>()
  const dead = new Set<string>()
  const counts = new Map<string, number>()
  let late: { company: string; name: string; calls: number; arrive(): void }[] = []
  const reported = new Map<string, RailEntry[]>()
  let wallets = 0
  // Orders by their name in keys, if that is not their id.
  const named = new Map<string, string>()
  // After a restore the same key comes with another preparation or firm quote: the companies execute a key once.
  let isRestored = false
  const orderNamed = (key: string): string => {
    const name = key.split(':', 1)[0] ?? ''
    return named.get(name) ?? name
  }
  // Two providers may get the same key, after a restore.
  const nameOf = (company: string, key: string): string => `${company} ${key}`
  const balances = new Map<string, { minor: bigint; before: ReadonlySet<string> }>()
  let rates = new Map<string, bigint>()

  let isDown = false
  const report = (railName: string, entry: RailEntry): void =>
    void reported.set(railName, [...(reported.get(railName) ?? []), entry])
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const next = <T>(orderId: string, list: keyof OrderFate, of: readonly T[] | undefined) => {
    const name = `${orderId} ${list}`
    const at = used.get(name) ?? 0
    used.set(name, at + 1)
    return of?.[at]
  }
  function tick(): void {
    const due = late.filter((one) => --one.calls <= 0)
    late = late.filter((one) => one.calls > 0)
    for (const { arrive } of due) arrive()
  }

  async function receive(
    kind: Kind,
    company: string,
    request: {
      key: string
      content: string
      currency: string
      amountMinor: bigint
      deliveredMinor?: bigint
      destination: string
    },
  ): Promise<Deed> {
    tick()
    const { key } = request
    const name = nameOf(company, key)
    const orderId = orderNamed(key)
    const known = deeds.get(name)
    if (frozen.has(orderId)) complaints.push(`35: ${key} was sent while its order was frozen`)
    const earlier = contradicted.get(returnsOf(key))
    if (earlier !== undefined && earlier !== key)
      complaints.push(`41: ${key} was sent while the rail contradicted the outcome of ${earlier}`)
    if (cancelled.has(key)) complaints.push(`38: ${key} was sent after it was to be cancelled`)
    if (known === undefined) {
      const reason = await options.missingRecord(kind, key)
      if (reason !== undefined) complaints.push(reason)
    } else if (isRestored && kind !== 'fill') {
      if (
        known.amountMinor !== request.amountMinor ||
        known.currency !== request.currency ||
        known.destination !== request.destination
      )
        throw new Error(`${company} was sent ${key} with other content`)
    } else if (!isRestored && known.content !== request.content)
      complaints.push(`13: ${key} was sent with other content`)
    const deed: Deed = known ?? {
      soldMinor: request.amountMinor,
      deliveredMinor: 0n,
      ...request,
      kind,
      company,
      orderId,
      state: 'done',
      isFinal: fateOf.get(orderId)?.isDeclineFinal ?? true,
      polls: PENDING_POLLS,
      at: options.now(),
    }
    if (known !== undefined) return poll(known)
    if (kind !== 'fill' && dead.has(name)) {
      deeds.set(name, { ...deed, state: 'refused' })
      return { ...deed, state: 'refused' }
    }
    const list = kind === 'fill' ? 'fills' : kind === 'payout' ? 'payouts' : 'refunds'
    const fate =
      company === AT_PAR ? 'done' : (next(orderId, list, fateOf.get(orderId)?.[list]) ?? 'done')
    count(`${kind} ${fate}`)
    switch (fate) {
      case 'lost':
        throw new Error(`${company} did not answer`)
      case 'late':
      case 'later':
        late.push({
          company,
          name,
          calls: fate === 'late' ? LATE_CALLS : Infinity,
          arrive: () => {
            if (!deeds.has(name) && !dead.has(name)) deeds.set(name, { ...deed, at: options.now() })
          },
        })
        throw new Error(`${company} did not answer`)
      case 'pending':
        deed.state = 'pending'
        break
      case 'part':
      case 'part_unheard':
        deed.soldMinor -= deed.amountMinor / 2n
        deed.deliveredMinor = (deed.deliveredMinor * deed.soldMinor) / deed.amountMinor
        break
      case 'refused':
      case 'refused_unheard':
        deed.state = 'refused'
        break
      case 'done':
      case 'unheard':
    }
    deeds.set(name, deed)
    if (fate === 'unheard' || fate === 'refused_unheard' || fate === 'part_unheard')
      throw new Error(`${company} answered 503`)
    return deed
  }

  function poll(deed: Deed): Deed {
    if (deed.state === 'pending' && --deed.polls <= 0) deed.state = 'done'
    return deed
  }

  async function lookUpDeed(company: string, key: string): Promise<Deed | undefined> {
    tick()
    const name = nameOf(company, key)
    const orderId = orderNamed(key)
    const fate = next(orderId, 'looks', fateOf.get(orderId)?.looks)
    const known = deeds.get(name)
    count(`lookUpDeed ${fate ?? 'heard'} ${known?.state ?? 'unknown'}`)
    if (fate === 'lost') throw new Error(`no answer to the look-up of ${key}`)
    // The provider promises not to execute an expired quote that it says it does not know.
    if (known === undefined && expiredQuotes.has(name)) dead.add(name)
    return known === undefined ? undefined : poll(known)
  }

  const fillAnswer = (deed: Deed): FillAnswer =>
    deed.state === 'done'
      ? {
          state: 'filled',
          soldMinor: deed.soldMinor,
          deliveredMinor: deed.deliveredMinor,
          ...(deed.soldMinor === deed.amountMinor
            ? {}
            : { fee: { currency: deed.currency, amountMinor: 1n } }),
          reference: `F-${deed.key}`,
        }
      : deed.state === 'pending'
        ? { state: 'pending' }
        : { state: 'declined', isFinal: deed.isFinal, code: 'refused' }
  const sendAnswer = (deed: Deed): SendAnswer =>
    deed.state === 'done'
      ? { state: 'settled', reference: `S-${deed.key}` }
      : deed.state === 'pending'
        ? { state: 'pending' }
        : { state: 'rejected', code: 'fate' }

  const tokenOf = (company: string, key: string) => `${company} quote of ${key}`
  function checkToken(company: string, key: string, token: string): void {
    if (token !== tokenOf(company, key))
      complaints.push(`13: ${key} came to ${company} without the token of its firm quote`)
  }

  /** The real one. It has no memory: what it did under a key is noted for the checks alone. */
  const parProvider: LiquidityProvider = {
    ...options.par,
    firmQuote: (key, conversion) =>
      passGate('firm quote', async () => options.par.firmQuote(key, conversion)),
    execute: (request, token) =>
      passGate('provider execute', async () => {
        const answer = await options.par.execute(request, token)
        await receive('fill', AT_PAR, askedOf(request))
        return answer
      }),
    lookUp: (key, token) =>
      passGate('provider look-up', async () => options.par.lookUp(key, token)),
  }

  const askedOf = (request: FillRequest) => ({
    key: request.key,
    content: `${request.payinMinor} ${request.payinCurrency} for ${request.payoutMinor} ${request.payoutCurrency}`,
    currency: request.payinCurrency,
    amountMinor: request.payinMinor,
    deliveredMinor: request.payoutMinor,
    destination: request.payoutCurrency,
  })

  const simulated = (name: string): LiquidityProvider => ({
    rates: async () =>
      [...rates].map(([pair, rate]) => {
        const [payinCurrency = '', payoutCurrency = ''] = pair.split(' ')
        return { payinCurrency, payoutCurrency, rate, observedAt: instantAt(Date.now()) }
      }),
    firmQuote: (key, { payinCurrency, payinMinor, payoutCurrency }) =>
      passGate('firm quote', async () => {
        const orderId = orderNamed(key)
        const isExpired = next(orderId, 'expired', fateOf.get(orderId)?.expired) ?? false
        if (isExpired) expiredQuotes.add(nameOf(name, key))
        const slipBps = BigInt(next(orderId, 'slipBps', fateOf.get(orderId)?.slipBps) ?? 0)
        const promised =
          rates.get(`promised ${orderId}`) ?? rates.get(`${payinCurrency} ${payoutCurrency}`) ?? 0n
        const rate = (promised * (10_000n - slipBps)) / 10_000n
        const scale = 10n ** BigInt(18 + minorUnits(payinCurrency) - minorUnits(payoutCurrency))
        return {
          rate,
          payoutMinor: (payinMinor * rate) / scale,
          token: tokenOf(name, key),
          expiresAt: instantAt(Date.now() + (isExpired ? -HOUR_MS : HOUR_MS)),
        }
      }),
    execute: (request: FillRequest, token) =>
      passGate('provider execute', async () => {
        checkToken(name, request.key, token)
        // An overtaken worker may send a request whose quote has expired meanwhile.
        if (dead.has(nameOf(name, request.key)))
          return { state: 'declined', isFinal: false, code: QUOTE_EXPIRED }
        return fillAnswer(await receive('fill', name, askedOf(request)))
      }),
    lookUp: (key, token) =>
      passGate('provider look-up', async () => {
        checkToken(name, key, token)
        const deed = await lookUpDeed(name, key)
        return deed === undefined ? { state: 'unknown' } : fillAnswer(deed)
      }),
    balances: async () => [],
    fills: async ({ since }) => ({
      isComplete: !late.some(({ company }) => company === name),
      pages: onePage(
        listed(name, ['fill'], since).map((deed) => ({
          key: deed.key,
          reference: `F-${deed.key}`,
          payinCurrency: deed.currency,
          soldMinor: deed.soldMinor,
          payoutCurrency: deed.destination,
          deliveredMinor: deed.deliveredMinor,
        })),
      ),
    }),
  })

  /** What the company has accepted is executed when it lists it. */
  function listed(company: string, kinds: readonly Kind[], since: Instant): Deed[] {
    const found = [...deeds.values()].filter(
      (deed) =>
        deed.company === company &&
        kinds.includes(deed.kind) &&
        deed.state !== 'refused' &&
        deed.at >= since,
    )
    for (const deed of found) deed.state = 'done'
    return found
  }

  const digestOf = (key: string) => `digest of ${key}`

  const rail = (name: string, methods: readonly InstrumentMethod[]): Rail => ({
    name,
    served: methods.map((method) => ({ method, currencies: currenciesOf(method) })),
    fundingAccount: (method, orderId) =>
      sandboxFundingDetails(method, options.depositSeed, orderId),
    // Another wallet each time: a key that is prepared twice must not be sent from both.
    prepare: (request) =>
      passGate('rail prepare', async () => `wallet ${++wallets} of ${name} for ${request.key}`),
    send: (request: SendRequest, prepared: string) =>
      passGate('rail send', async () =>
        sendAnswer(
          await receive(request.key.includes(':payout:') ? 'payout' : 'refund', name, {
            key: request.key,
            content: JSON.stringify([
              request.method,
              request.currency,
              String(request.amountMinor),
              request.details,
              prepared,
            ]),
            currency: request.currency,
            amountMinor: request.amountMinor,
            destination: JSON.stringify(request.details),
          }),
        ),
      ),
    lookUp: (key, prepared) =>
      passGate('rail look-up', async () => {
        const deed = await lookUpDeed(name, key)
        if (deed !== undefined && !isRestored && !deed.content.includes(JSON.stringify(prepared)))
          complaints.push(`13: ${key} was looked up with another preparation`)
        return deed === undefined ? { state: 'unknown' } : sendAnswer(deed)
      }),
    poll: (cursor) =>
      passGate('rail poll', async () => {
        if (isDown) return { cursor: cursor ?? '', entries: [], readUpTo: null }
        for (const deposit of await options.dueInSimulator(name)) report(name, deposit)
        const entries = reported.get(name) ?? []
        return { cursor: String(entries.length), entries: entries.slice(Number(cursor ?? '0')) }
      }),
    cancel: (key): Promise<CancelAnswer> =>
      passGate('rail cancel', async () => {
        tick()
        const id = nameOf(name, key)
        const deed = deeds.get(id)
        // Some are executed between the look-up and the cancellation, and a rail may refuse.
        if (deed?.state === 'pending' && deed.amountMinor % 3n === 0n) deed.state = 'done'
        count(`cancel ${deed?.state ?? 'unknown'}`)
        if (deed?.state === 'done') return { state: 'too_late' }
        if (late.some((one) => one.name === id && one.calls === Infinity))
          return { state: 'impossible', reason: 'nobody can tell' }
        if (deed?.state === 'pending' && deed.amountMinor % 3n === 1n) {
          cancelled.delete(key)
          return { state: 'impossible', reason: 'it is on its way' }
        }
        // Nothing is executed under the key any more, whatever arrives.
        if (deed === undefined) dead.add(id)
        else deed.state = 'refused'
        return { state: 'cancelled', code: 'CANCELLED' }
      }),
    canStillHappen: async (key) => {
      const why = 'it may be on its way'
      if (dead.has(nameOf(name, key))) return { isPossible: false, because: 'it never comes' }
      const isHere = deeds.has(nameOf(name, key))
      return { isPossible: true, until: isHere ? later(options.now(), HOUR_MS) : null, why }
    },
    // The chain knows only a digest of a key, and the bank the key.
    sends: async ({ keys, since }) => {
      const pages = listed(name, ['payout', 'refund'], since).map(
        ({ key, currency, amountMinor }) => ({
          ...(name === 'bank' ? { key } : {}),
          digest: digestOf(key),
          reference: `S-${key}`,
          currency,
          amountMinor,
        }),
      )
      return {
        isComplete:
          !late.some(({ company }) => company === name) && !(name === 'chain' && strays.hasLost()),
        pages: withKeys(onePage(pages), () => digested(keys(), digestOf)),
      }
    },
    balances: async () =>
      [...balances].flatMap(([account, { minor, before }]) => {
        const [company, currency = ''] = account.split(' ')
        const sent = [...deeds.values()].filter(
          (deed) =>
            deed.kind !== 'fill' &&
            deed.company === company &&
            deed.currency === currency &&
            deed.state === 'done' &&
            !before.has(deed.key),
        )
        const amountMinor = sent.reduce((rest, deed) => rest - deed.amountMinor, minor)
        return company === name ? [{ account: 'operating', currency, amountMinor }] : []
      }),
  })

  return {
    provider: (name: string): LiquidityProvider =>
      name === AT_PAR ? parProvider : simulated(name),
    /** The first rail handles stablecoins, the second banks. */
    rails: [
      { ...rail('chain', ['SOLANA_ADDRESS', 'EVM_ADDRESS']), strays: strays.strays },
      rail(
        'bank',
        methodNames.filter((name) => !['SOLANA_ADDRESS', 'EVM_ADDRESS'].includes(name)),
      ),
    ],
    deeds,
    strays,
    /** Orders that an operator has frozen: nothing of them may be sent. */
    frozen,
    /** Keys that an operator has cancelled: nothing may be sent under them. */
    cancelled,
    /** Returns of deposits whose recorded outcome the rail contradicts, by `returnsOf`. No other return may be sent. */
    contradicted,
    reported: (railName: string) => reported.get(railName) ?? [],
    /** The rail never reported this. */
    unreport: (isIt: (entry: RailEntry) => boolean) => {
      for (const [railName, entries] of reported)
        reported.set(
          railName,
          entries.filter((entry) => !isIt(entry)),
        )
    },
    setRestored() {
      isRestored = true
      for (const [name, { company }] of deeds) if (company === AT_PAR) deeds.delete(name)
    },
    /** A retry has another name in keys. One that is made again after a restore takes the name over. */
    name(name: string, orderId: string): void {
      named.set(name, orderId)
      for (const deed of deeds.values()) if (deed.key.startsWith(`${name}:`)) deed.orderId = orderId
    },
    /** It arrives only when nobody waits for it any more. */
    isOnItsWay: (company: string, key: string): boolean =>
      late.some(({ name, calls }) => name === nameOf(company, key) && calls === Infinity),
    deedAt: (company: string, key: string) => deeds.get(nameOf(company, key)),
    nameOf: (orderId: string): string =>
      [...named].find(([, order]) => order === orderId)?.[0] ?? orderId,
    fateOf,
    complaints,
    counts,
    setRate: (pair: string, rate: bigint) => void rates.set(pair, rate),
    report,
    /** While they are down, the rails tell nothing. */
    isDown: () => isDown,
    setDown: (to: boolean) => void (isDown = to),
    /** From now on the rail reports a balance: this one, less what it sends. */
    setBalance: (company: string, currency: string, minor: bigint) =>
      void balances.set(`${company} ${currency}`, { minor, before: new Set(deeds.keys()) }),
    balances,
    /** Delivers requests that are still in flight. What a company has accepted is executed, whether it is asked or not. */
    deliverLate: () => {
      for (const { arrive } of late) arrive()
      late = []
      for (const deed of deeds.values()) poll(deed)
    },
    /** The fates of the next requests of the order, or of returns of deposits. */
    setFate(orderId: string, fate: OrderFate): void {
      fateOf.set(orderId, fate)
      for (const name of used.keys()) if (name.startsWith(`${orderId} `)) used.delete(name)
    },
    /** The company's word that it executes nothing under the key any more. False if it has done so. */
    refuseForGood(company: string, key: string): boolean {
      const name = nameOf(company, key)
      const deed = deeds.get(name)
      if (deed !== undefined && deed.state !== 'refused') return false
      dead.add(name)
      return true
    },
    reset() {
      deeds.clear()
      strays.reset()
      frozen.clear()
      cancelled.clear()
      contradicted.clear()
      named.clear()
      isRestored = false
      fateOf.clear()
      used.clear()
      complaints.length = 0
      expiredQuotes.clear()
      dead.clear()
      late = []
      reported.clear()
      isDown = false
      balances.clear()
      rates = new Map()
    },
  }
}
