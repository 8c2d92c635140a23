// A rail on an EVM chain with the real contract of USDC. One of its two endpoints repeats and reorders what it answers.
import { privateKeyToAddress } from 'viem/accounts'
import { bytesToHex, getAddress } from 'viem/utils'
import { deployStablecoin, startChain } from '../anvil.ts'
import { accountOf, keyOf, PAYER, payoutTo, railOn, RELAYER, watchOf } from '../evm-rail.ts'
import { startRpcProxy } from '../rpc-proxy.ts'
import { newOrderId, newPayoutKey, type RailWorld } from './worlds.ts'

const FINALITY = 2

export async function onEvm(): Promise<RailWorld> {
  const chain = await startChain()
  const usdc = await deployStablecoin(chain)
  await usdc.mint(privateKeyToAddress(bytesToHex(keyOf(PAYER))), 10n ** 12n)
  const relayer = privateKeyToAddress(bytesToHex(keyOf(RELAYER)))
  await chain.giveGas(relayer)
  const proxy = await startRpcProxy(chain)
  proxy.tamper = ({ method }, result) =>
    method === 'eth_getLogs' && Array.isArray(result) ? [...result, ...result].reverse() : result
  const beneficiary = privateKeyToAddress(bytesToHex(keyOf(9)))
  const open = () =>
    railOn(
      chain,
      { USDC: usdc },
      { rpc: [chain.url, proxy.url], settings: { finality: { depth: FINALITY } } },
    )
  const accounts = open()
  const orderIds: string[] = []
  return {
    open,
    watch: () => watchOf(orderIds.map((orderId) => accountOf(accounts, orderId))),
    request: async () => payoutTo(beneficiary, newPayoutKey()),
    async pay(amountMinor) {
      const orderId = newOrderId()
      orderIds.push(orderId)
      const { account } = accountOf(accounts, orderId)
      const { transactionHash } = await usdc.pay(account, amountMinor)
      await chain.mine(FINALITY)
      const sender = getAddress(chain.accounts[9] ?? '0x')
      return { transaction: transactionHash, account, currency: 'USDC', amountMinor, sender }
    },
    // The overlap is read again, from either endpoint.
    showAgain: () => chain.mine(1),
    pass: () => chain.mine(FINALITY + 1),
    async takeBack() {
      await chain.reorganize(FINALITY + 1)
      await chain.mine(1)
    },
    async close() {
      await proxy.close()
      await chain.close()
    },
  }
}
