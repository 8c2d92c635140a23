// The promises of converting that every liquidity provider keeps.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minorUnits } from '../../src/platform/money/currencies.ts'
import { RATE_DECIMALS } from '../../src/platform/money/decimal.ts'
import type { FillRequest, LiquidityProvider } from '../../src/outside/liquidity/port.ts'
import { providerKinds } from '../support/promised/providers.ts'
import type { Outcome, ProviderWorld } from '../support/promised/worlds.ts'

const json = (answer: unknown) =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

describe.each(providerKinds)('a provider of the kind $kind', ({ start, quotesEnd }) => {
  let world: ProviderWorld
  let provider: LiquidityProvider
  beforeAll(async () => {
    world = await start()
    provider = world.open()
  })
  afterAll(() => world?.close())

  /** A request with the amount of its firm quote, and the token of the quote. */
  async function agreed(
    outcome: Outcome = 'fills',
  ): Promise<{ request: FillRequest; token: string }> {
    const key = await world.next(outcome)
    const { payoutMinor, token } = await provider.firmQuote(key, world.conversion)
    return { request: { key, ...world.conversion, payoutMinor }, token }
  }
  const filledAs = ({ payinMinor, payoutMinor }: FillRequest) => ({
    state: 'filled',
    soldMinor: payinMinor,
    deliveredMinor: payoutMinor,
    reference: expect.any(String),
  })

  test('gives the time of each rate, no later than now', async () => {
    const rates = await provider.rates()
    expect(rates).toHaveLength(1)
    for (const { observedAt } of rates) expect(observedAt).toBeLessThanOrEqual(Date.now() + 1)
  })

  test('gives a firm quote whose payout is that of its rate, close to the present rate', async () => {
    const { payinCurrency, payoutCurrency, payinMinor } = world.conversion
    const [quoted] = await provider.rates()
    const firm = await provider.firmQuote(await world.next('fills'), world.conversion)
    expect(firm.rate * 100n).toBeGreaterThan((quoted?.rate ?? 0n) * 99n)
    const scale = BigInt(RATE_DECIMALS + minorUnits(payinCurrency) - minorUnits(payoutCurrency))
    expect(firm.payoutMinor).toBe((payinMinor * firm.rate) / 10n ** scale)
    expect(firm.expiresAt === null).toBe(!quotesEnd)
    expect(firm.token.length).toBeLessThan(4000)
  })

  test('converts once per key for 20 concurrent calls, and tells the same after a restart', async () => {
    const { request, token } = await agreed()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => provider.execute(request, token)),
    )
    expect(answers[0]).toEqual(filledAs(request))
    expect(new Set(answers.map(json)).size).toBe(1)
    expect(await world.open().lookUp(request.key, token)).toEqual(answers[0])
    expect(await world.open().execute(request, token)).toEqual(answers[0])
  })

  test('refuses a repeated key with other content', async () => {
    const { request, token } = await agreed()
    const answer = await provider.execute(request, token)
    await expect(provider.execute({ ...request, payoutMinor: 1n }, token)).rejects.toThrow()
    expect(await provider.lookUp(request.key, token)).toEqual(answer)
  })

  test('refuses the quote of another key', async () => {
    const [own, other] = [await agreed(), await agreed()]
    await expect(provider.execute(own.request, other.token)).rejects.toThrow()
  })

  test('tells that it never received a key, and not before that is sure', async () => {
    const { request, token } = await agreed()
    expect((await provider.lookUp(request.key, token)).state).toMatch(/^(unknown|pending)$/)
    await world.settle()
    expect(await provider.lookUp(request.key, token)).toEqual({ state: 'unknown' })
  })

  test('tells the amounts of a partial fill, and sells no more under its key', async () => {
    const { request, token } = await agreed('fills_partly')
    await provider.execute(request, token)
    await world.cutShort?.(request.key)
    const told = await world.open().lookUp(request.key, token)
    if (told.state !== 'filled') throw new Error(`it is ${told.state}`)
    expect(told.soldMinor).toBeLessThan(request.payinMinor)
    expect(told.deliveredMinor).toBeLessThan(request.payoutMinor)
    expect(await provider.execute(request, token)).toEqual(told)
  })

  test.skipIf(!quotesEnd)('fills no quote that has ended', async () => {
    const { request, token } = await agreed()
    await world.endQuotes?.()
    const answer = await provider.execute(request, token)
    if (answer.state !== 'pending')
      expect(answer).toMatchObject({ state: 'declined', isFinal: false })
    expect((await provider.lookUp(request.key, token)).state).not.toBe('filled')
  })

  test('declines only what the other side refused', async () => {
    const { request, token } = await agreed('declines')
    expect(await provider.execute(request, token)).toMatchObject({
      state: 'declined',
      code: expect.stringMatching(/^[a-z_]+$/),
    })
    expect((await provider.lookUp(request.key, token)).state).toMatch(/^(declined|unknown)$/)
  })

  test('throws if the answer is lost, and then tells the fill that happened', async () => {
    const { request, token } = await agreed('loses_the_answer')
    await expect(provider.execute(request, token)).rejects.toThrow()
    expect(await provider.lookUp(request.key, token)).toEqual(filledAs(request))
    expect(await provider.execute(request, token)).toEqual(filledAs(request))
  })

  test('throws if the request did not arrive, and fills it when it is repeated', async () => {
    const { request, token } = await agreed('fails_before')
    await expect(provider.execute(request, token)).rejects.toThrow()
    expect((await provider.lookUp(request.key, token)).state).toMatch(/^(unknown|pending)$/)
    expect(await provider.execute(request, token)).toEqual(filledAs(request))
  })
})
