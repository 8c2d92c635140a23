// One rail of each kind, beside a chain, a bank or a company of its own, for the promises that every rail keeps.
import { randomBytes, randomUUID } from 'node:crypto'
import { base58 } from '@scure/base'
import pino from 'pino'
import { privateKeyToAddress } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import { openBitsoRail } from '../../src/companies/bitso/rail.ts'
import { openBankFiles } from '../../src/rails/bank-files/index.ts'
import { readSettings } from '../../src/rails/bank-files/settings.ts'
import type { Rail, SendRequest } from '../../src/rails/port.ts'
import { deployStablecoin, noAnvil, startChain } from './anvil.ts'
import { bankFolders, payment, world as bankWorld } from './bank-files.ts'
import { keyOf, PAYER, payoutTo as evmPayout, railOn, RELAYER } from './evm-rail.ts'
import { fakeBitso } from './fake-bitso.ts'
import { payoutTo as solanaPayout, startSolanaTest } from './solana-rail.ts'

export type RailWorld = {
  open(): Rail
  request(): Promise<SendRequest>
  close(): Promise<unknown>
}

const newKey = () => `ord_${randomUUID().replaceAll('-', '').slice(0, 26)}:payout:1`

async function onEvm(): Promise<RailWorld> {
  const chain = await startChain()
  const usdc = await deployStablecoin(chain)
  await usdc.mint(privateKeyToAddress(bytesToHex(keyOf(PAYER))), 10n ** 12n)
  const relayer = privateKeyToAddress(bytesToHex(keyOf(RELAYER)))
  await chain.rpc('anvil_setBalance', [relayer, '0x8ac7230489e80000'])
  const beneficiary = privateKeyToAddress(bytesToHex(keyOf(9)))
  return {
    open: () => railOn(chain, { USDC: usdc }),
    request: async () => evmPayout(beneficiary, newKey()),
    close: () => chain.close(),
  }
}

async function onSolana(): Promise<RailWorld> {
  const test = await startSolanaTest()
  return {
    open: () => test.open(),
    request: async () => solanaPayout(base58.encode(randomBytes(32))),
    close: () => test.close(),
  }
}

async function byFiles(): Promise<RailWorld> {
  const folders = bankFolders()
  return {
    open: () =>
      openBankFiles('bank:test', readSettings(folders.settings({})), {
        ...bankWorld(),
        secret: () => '',
      }),
    request: async () => payment({ key: newKey() }),
    close: async () => folders.close(),
  }
}

async function atBitso(): Promise<RailWorld> {
  const bitso = await fakeBitso()
  return {
    open: () =>
      openBitsoRail(
        'bitso',
        { ...bitso.settings, currencies: ['MXN'] },
        { clock: bitso.clock, log: pino({ level: 'silent' }), secret: bitso.secret },
      ),
    request: async () => ({
      key: `ord_01jqe8m2x4fv5s0t6w7y8z9${randomUUID()
        .replace(/[^0-9a-f]/g, '')
        .slice(0, 3)}:payout:1`,
      method: 'MXN_CLABE',
      currency: 'MXN',
      amountMinor: 182_798_550n,
      details: { clabe: '032180000118359719', account_holder_name: 'Ana', bank_name: '' },
      reference: 'CO-20261122-ABCDEFGH',
    }),
    close: () => bitso.close(),
  }
}

/** By name, with the reason to skip it. */
export const railWorlds: [string, (() => Promise<RailWorld>) | null][] = [
  ['evm', noAnvil === undefined ? onEvm : null],
  ['solana', process.platform === 'linux' && process.arch === 'x64' ? onSolana : null],
  ['bank_files', byFiles],
  ['bitso', atBitso],
]
