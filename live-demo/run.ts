// `npm run live-demo`: a live Corridor between two real chain nodes, an exchange and two banks, all on this machine. It
// takes USDC on Base to MXN and USDC on Solana to COP, then holds the ledger against the outside.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { formatAmount } from '../server/src/platform/money/decimal.ts'
import { stopAll } from '../server/test/support/command.ts'
import { compareBalances, differences } from './balances.ts'
import { startCorridor } from './corridor.ts'
import { operatorFile, PEOPLE, RAILS } from './operator-file.ts'
import { walkOrder, type Walked } from './order.ts'
import { OPENING, startOutside } from './outside.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), 'corridor-live-demo-'))
const closing: (() => Promise<unknown>)[] = []
try {
  say('Starting a chain like Base (anvil), a Solana node, an exchange and two banks.')
  const outside = await startOutside(folder)
  closing.push(outside.close)
  say('Starting PostgreSQL and a live Corridor.')
  const corridor = await startCorridor(folder, outside.secrets)
  closing.push(corridor.close)
  say((await corridor.apply(operatorFile(outside))).trimEnd())
  await corridor.signIn(PEOPLE.enterprise)

  say(
    'Recording what the desk already has at the exchange, at the banks and for fees on the chains.',
  )
  await Promise.all([
    open('provider:EXCHANGE', OPENING.exchange),
    open(`rail:${RAILS.mexico}`, OPENING.mexico),
    open(`rail:${RAILS.colombia}`, OPENING.colombia),
    open(`rail:${RAILS.base}`, OPENING.relayer),
    open(`rail:${RAILS.solana}`, {
      currency: 'SOL',
      amount: formatAmount(outside.gasOnSolana(), 'SOL'),
    }),
  ])

  const walked = [
    await walkOrder(corridor, say, {
      route: 'USDC on Base to MXN',
      payout: 'MXN',
      payin: 'EVM_ADDRESS',
      amount: '1000.00',
      pay: outside.payOnBase,
      proof: outside.proofInMexico,
    }),
    await walkOrder(corridor, say, {
      route: 'USDC on Solana to COP',
      payout: 'COP',
      payin: 'SOLANA_ADDRESS',
      amount: '500.00',
      pay: outside.payOnSolana,
      proof: outside.proofInColombia,
    }),
  ]

  const addressesOf = (method: Walked['payin']) =>
    walked.filter(({ payin }) => payin === method).map(({ address }) => address)
  const compared = await betweenSweeps(() =>
    compareBalances(corridor, outside, {
      base: addressesOf('EVM_ADDRESS'),
      solana: addressesOf('SOLANA_ADDRESS'),
    }),
  )
  say(
    'The ledger beside balances that were read from the chains and from the books of exchange and banks:',
  )
  for (const { account, currency, ledger, outside: actual } of compared)
    say(
      `  ${account.padEnd(24)} ${currency.padEnd(5)} ${ledger.padStart(16)} ${actual.padStart(16)}`,
    )
  const verified = await corridor.command('ledger', 'verify').then(
    (text) => ({ isRight: true, text }),
    (error: unknown) => ({ isRight: false, text: String(error) }),
  )
  say(verified.text.trimEnd())

  const isComplete = walked.every(({ status }) => status === 'STEP_4_COMPLETED')
  const count = differences(compared)
  if (values.json) {
    const orders = walked.map(({ route, status, seconds }) => ({ route, status, seconds }))
    say(JSON.stringify({ orders, ledger_verified: verified.isRight, differences: count }))
  } else say(count === 0 ? 'Every balance agrees.' : `${count} balances differ.`)
  process.exitCode = isComplete && verified.isRight && count === 0 ? 0 : 1

  /** A sweep that is under way has used gas that the ledger does not have yet. */
  async function betweenSweeps<T>(read: () => Promise<T>): Promise<T> {
    const sweeps = () => corridor.command('treasury', 'sweeps', '--all')
    for (let before = await sweeps(); ; ) {
      const found = await read()
      const after = await sweeps()
      if (before === after && !after.includes(' OPEN ')) return found
      before = after
      await sleep(500)
    }
  }

  async function open(account: string, money: { currency: string; amount: string }): Promise<void> {
    const { currency, amount } = money
    const words = `treasury propose --from treasury --to ${account} --currency ${currency} --amount ${amount}`
    const made = await corridor.command(...words.split(' '), '--reason', 'opening balance')
    const id = /mv_\w+/.exec(made)?.[0] ?? ''
    for (const act of ['approve', 'send', 'settle'])
      await corridor.command('treasury', act, id, '--reason', 'opening balance')
  }
} finally {
  await stopAll()
  await Promise.allSettled(closing.toReversed().map((close) => close()))
  rmSync(folder, { recursive: true, force: true })
}
