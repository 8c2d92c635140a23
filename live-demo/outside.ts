// The world outside Corridor: two chains, an exchange, a Mexican bank and a Colombian bank. Every part is a real program
// on this machine, and each keeps books of its own.
import { createPrivateKey, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSigningKey, publicKeyText } from '../server/src/outside/connectors/keys.ts'
import { secp256k1PublicKey } from '../server/src/outside/custody/local.ts'
import { addressOf } from '../server/src/outside/rails/evm/deposit-address.ts'
import { parseAmount } from '../server/src/platform/money/decimal.ts'
import { deployStablecoin, startChain } from '../server/test/support/anvil.ts'
import { root, startProgram } from '../server/test/support/command.ts'
import { startSolanaNode, TEST_GENESIS_HASH } from '../server/test/support/solana-node.ts'
import { createSolanaWorld } from '../server/test/support/solana-world.ts'

/** Base's own chain id, so that the rail checks what it would check in production. */
const BASE = 8453
/** The desk's first balances at its banks and at the exchange. */
export const OPENING = {
  exchange: { currency: 'USDC', amount: '100000.00' },
  mexico: { currency: 'MXN', amount: '2000000.00' },
  colombia: { currency: 'COP', amount: '500000000.00' },
  relayer: { currency: 'ETH', amount: '10.00' },
} as const

type ConnectorBook = {
  balances: Record<string, string>
  sends: { currency: string; amount: string; reference?: string }[]
}

export type Outside = Awaited<ReturnType<typeof startOutside>>

export async function startOutside(folder: string) {
  const chain = await startChain({ chainId: BASE })
  const usdc = await deployStablecoin(chain)
  const solana = await createSolanaWorld({ payerMinor: 0n })
  const node = await startSolanaNode(solana.chain)
  const slots = setInterval(() => solana.chain.tick(), 400)
  const blocks = setInterval(() => void chain.mine(1).catch(() => undefined), 1000)
  const connector = await startConnector(folder)
  const colombia = await startColombianBank(folder)
  const customer = await solana.customer()
  const [payerOnBase, relayerOnBase] = [newEvmKey(), newEvmKey()]
  await chain.rpc('anvil_setBalance', [relayerOnBase.address, `0x${(10n ** 19n).toString(16)}`])

  return {
    chain,
    usdc,
    solana,
    node,
    connector,
    colombia,
    customer,
    genesisHash: TEST_GENESIS_HASH,
    /** Account 9 of the chain holds the customer's tokens. */
    customerOnBase: chain.accounts[9] ?? '0x',
    payerOnBase: payerOnBase.address,
    payer: solana.payer,
    /** Environment variables that the operator file names. */
    secrets: {
      DEMO_EVM_PAYER: payerOnBase.secret,
      DEMO_EVM_RELAYER: relayerOnBase.secret,
      DEMO_SOLANA_PAYER: solana.payer.secret,
      DEMO_SOLANA_FEE_PAYER: solana.feePayer.secret,
    },
    async payOnBase(address: string, amount: string): Promise<string> {
      return (await usdc.pay(address, minorOf(amount))).transactionHash
    },
    payOnSolana: (address: string, amount: string): Promise<string> =>
      solana.transfer(customer, address, minorOf(amount)),
    /** The relayer's coins, in gwei. */
    async gasOnBase(): Promise<bigint> {
      const wei = await chain.rpc('eth_getBalance', [relayerOnBase.address, 'latest'])
      return BigInt(String(wei)) / 10n ** 9n
    },
    /** The fee payer's coins, in lamports. */
    gasOnSolana: (): bigint => solana.lamports(solana.feePayer.address),
    async proofInMexico(): Promise<string> {
      const { sends } = await connector.book()
      const last = sends.at(-1)
      return `the Mexican bank paid ${last?.amount} ${last?.currency}, reference ${last?.reference}`
    },
    async proofInColombia(): Promise<string> {
      const [payment] = readdirSync(join(colombia.folder, 'bank/taken'))
      const answers = readdirSync(colombia.files.inbox, { recursive: true })
      const names = answers.map(String).filter((name) => name.endsWith('.xml'))
      return `the Colombian bank took ${payment} and answered with ${names.toSorted().join(', ')}`
    },
    async close() {
      clearInterval(slots)
      clearInterval(blocks)
      await Promise.all([chain.close(), node.close()])
    },
  }
}

const minorOf = (amount: string): bigint => {
  const parsed = parseAmount(amount, 'USDC')
  if (!parsed.ok) throw new Error(`${amount} is not an amount of USDC`)
  return parsed.minor
}

function newEvmKey(): { secret: string; address: string } {
  const key = randomBytes(32)
  return { secret: key.toString('hex'), address: addressOf(secp256k1PublicKey(key)) }
}

/** The exchange and the Mexican bank: the example connector, with its own keys and memory. */
async function startConnector(folder: string) {
  const [ours, theirs] = [newSigningKey(), newSigningKey()]
  const [oursFile, theirsFile] = [join(folder, 'corridor.pem'), join(folder, 'connector.pem')]
  writeFileSync(oursFile, ours, { mode: 0o600 })
  writeFileSync(theirsFile, theirs, { mode: 0o600 })
  const ready = /connector at (http:\S+), control at (http:\S+)\n/
  const connector = await startProgram(
    process.execPath,
    [
      join(root, 'examples/connector/main.ts'),
      '--memory',
      join(folder, 'connector.jsonl'),
      '--port',
      '0',
      '--control-port',
      '0',
      '--key',
      theirsFile,
      '--key-id',
      'connector-1',
      '--environment',
      'live',
      '--corridor-key',
      `corridor-1=${publicKeyText(createPrivateKey(ours))}`,
    ],
    {},
    ready,
  )
  const [, url = '', controlUrl = ''] = ready.exec(connector.stdout()) ?? []
  const control = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(
      controlUrl + path,
      body === undefined ? { method } : { method, body: JSON.stringify(body) },
    )
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    const answer: T = JSON.parse(await response.text())
    return answer
  }
  await control('POST', '/money', { place: 'exchange', ...OPENING.exchange })
  await control('POST', '/money', { place: 'bank', ...OPENING.mexico })
  return {
    settings: {
      url,
      signing_key: `file:${oursFile}`,
      signing_key_id: 'corridor-1',
      public_keys: { 'connector-1': publicKeyText(createPrivateKey(theirs)) },
    },
    /** Its own book. Balances are `exchange/USDC`, `bank/MXN` and so on, as decimal text. */
    book: (): Promise<ConnectorBook> => control('GET', '/book'),
  }
}

async function startColombianBank(folder: string) {
  const bank = join(folder, 'bank-colombia')
  mkdirSync(join(bank, 'work'), { recursive: true })
  await startProgram(
    process.execPath,
    [join(root, 'examples/bank/bank.ts'), bank, '04800000001', OPENING.colombia.amount],
    {},
    /the bank is open/,
  )
  const state = () => JSON.parse(readFileSync(join(bank, 'bank/state.json'), 'utf8'))
  return {
    folder: bank,
    files: { outbox: join(bank, 'outbox'), inbox: join(bank, 'inbox'), work: join(bank, 'work') },
    /** Its own book, in minor units. */
    balanceMinor: (): bigint => BigInt(state().balanceMinor),
  }
}
