// `node bench/evm-payouts.ts`: payouts a second on a local EVM node, from `prepare` to the mined transfer, with one
// relayer and with four. Blocks are `--block-ms` apart. Rounds alternate.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bytesToHex } from 'viem/utils'
import { privateKeyToAddress } from 'viem/accounts'
import { deployStablecoin, startChain } from '../server/test/support/anvil.ts'
import { keyOf, PAYER, payoutTo, railOn, RELAYER } from '../server/test/support/evm-rail.ts'

const { values } = parseArgs({
  options: {
    payouts: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '64' },
    'block-ms': { type: 'string', default: '2000' },
  },
})
const numberOf = (text: string): number => {
  const number = Number.parseInt(text, 10)
  if (!(number > 0)) throw new Error('the options are positive numbers')
  return number
}
const [payouts, rounds, callers, blockMs] = [
  numberOf(values.payouts),
  numberOf(values.rounds),
  numberOf(values.callers),
  numberOf(values['block-ms']),
]

const chain = await startChain()
const usdc = await deployStablecoin(chain)
const addressOf = (number: number) => privateKeyToAddress(bytesToHex(keyOf(number)))
await usdc.mint(addressOf(PAYER), 10n ** 12n)
for (let at = 0; at < 4; at += 1)
  await chain.rpc('anvil_setBalance', [addressOf(RELAYER + at), '0x8ac7230489e80000'])
await chain.rpc('evm_setAutomine', [false])
await chain.rpc('anvil_setBlockGasLimit', ['0x3938700'])

let keys = 0
async function payoutsPerSecond(relayers: number): Promise<number> {
  const rail = railOn(chain, { USDC: usdc }, { relayers, settings: { max_fee_gwei: 100_000 } })
  const beneficiary = addressOf(50 + relayers)
  const before = await usdc.balanceOf(beneficiary)
  let left = payouts
  let isDone = false
  const began = performance.now()
  const mining = (async () => {
    while (!isDone) {
      await sleep(blockMs)
      await chain.mine(1)
    }
  })()
  const caller = async () => {
    while (left > 0) {
      left -= 1
      const request = payoutTo(beneficiary, `bench:${(keys += 1)}`, 1n)
      const prepared = await rail.prepare(request)
      // Without room at any relayer the worker tries again.
      while (
        await rail.send(request, prepared).then(
          () => false,
          () => true,
        )
      )
        await sleep(100)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  while ((await usdc.balanceOf(beneficiary)) < before + BigInt(payouts)) await sleep(20)
  const seconds = (performance.now() - began) / 1000
  isDone = true
  await mining
  return payouts / seconds
}

const results = new Map<number, number[]>([
  [1, []],
  [4, []],
])
for (let round = 0; round <= rounds; round += 1)
  for (const [relayers, figures] of results) {
    const figure = await payoutsPerSecond(relayers)
    // The first round warms up.
    if (round > 0) figures.push(figure)
  }
for (const [relayers, figures] of results) {
  const sorted = figures.toSorted((a, b) => a - b).map((figure) => figure.toFixed(1))
  process.stdout.write(`${relayers} relayer(s): ${sorted.join(', ')} payouts a second\n`)
}
await chain.close()
