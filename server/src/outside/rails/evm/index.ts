// The rail of an EVM chain: USDC, EURC and USDT by configuration. Opens its parts and connects them to the port.
import type { Signer } from '../../custody/port.ts'
import { endpointUrls } from '../chain-settings.ts'
import type {
  Gas,
  Rail,
  RailWorld,
  RelayedTransaction,
  SendAnswer,
  SendRequest,
  Sweeps,
} from '../port.ts'
import { openWithKeys } from '../with-keys.ts'
import { openBlocklist } from './blocklist.ts'
import { openCancellations } from './cancel.ts'
import { TO_THE_DESK } from '../send-port.ts'
import { depositAddress } from './deposit-address.ts'
import { blockTimes } from './block-times.ts'
import { pollDeposits } from './deposits.ts'
import { openEndpoints } from './endpoints.ts'
import { openGas } from './gas.ts'
import { finalHeadReader, lastHeadReader } from './head.ts'
import { logReader } from './logs.ts'
import { movementsOn } from './movements.ts'
import { allowanceProblems, gasProblems, holdingsOf } from './holdings.ts'
import { openRelayer } from './relayer.ts'
import { openEndpoint } from './rpc.ts'
import { servedBy, type EvmSettings } from './settings.ts'
import { sendsOf } from './sends.ts'
import { accountOf, lowerCase } from './signing.ts'
import { openStrays } from './strays.ts'
import { openSweeps } from './sweeps.ts'
import { tokenChecks } from './token-checks.ts'
import { openTransfers, type Wanted } from './transfers.ts'
import type { RailProblem } from '../../rail-problems.ts'

type World = Pick<
  RailWorld,
  'clock' | 'log' | 'secret' | 'depositSeeds' | 'noteRelayed' | 'maySend' | 'isHandedOut'
>

export const openFromFile = (name: string, settings: EvmSettings, world: World): Promise<EvmRail> =>
  openWithKeys('secp256k1', world, async (keyOf) => {
    const keysOf = async (setting: string, references: readonly string[]): Promise<Signer[]> => {
      const keys: Signer[] = []
      for (const reference of references) keys.push(await keyOf(setting, reference))
      return keys
    }
    return openEvmRail(name, settings, world, {
      payer: settings.payer === null ? null : await keyOf('payer', settings.payer),
      relayers: await keysOf('relayers', settings.relayers),
      sweepRelayers: await keysOf('sweep_relayers', settings.sweepRelayers),
    })
  })

/** The keys may be in an HSM. Without a payer the rail only receives. */
type Signers = {
  payer: Signer | null
  relayers: readonly Signer[]
  /** Empty: the relayers of payouts also relay sweeps. */
  sweepRelayers: readonly Signer[]
}

export type EvmRail = Rail & {
  sweeps: Sweeps
  gas: Gas
  problems(): Promise<readonly RailProblem[]>
}

/** State that the methods of the rail share. */
function openParts(name: string, settings: EvmSettings, world: World, signers: Signers) {
  const { clock } = world
  const { chainId, tokens, nativeCurrency } = settings
  const endpoints = openEndpoints(
    endpointUrls(settings.rpc, world.secret).map((url, at) => openEndpoint(url, at + 1)),
    { chainId, agreement: settings.agreement, clock },
  )
  const { payer } = signers
  const note = (one: RelayedTransaction) => world.noteRelayed(name, one)
  const maySend = (key: string) => world.maySend(name, key)
  const relayersOf = (keys: readonly Signer[]) =>
    keys.map((signer) =>
      openRelayer({ ...settings, endpoints, account: accountOf(signer), note, maySend, clock }),
    )
  const relayerPool = relayersOf(signers.relayers)
  const sweepRelayerPool = relayersOf(signers.sweepRelayers)
  const allRelayers = [...relayerPool, ...sweepRelayerPool]
  const relayers = allRelayers.map(({ address }) => address)
  const { finalityDepth, overlapBlocks } = settings
  const settledHead = finalHeadReader({ endpoints, finalityDepth, clock })
  const finalHead = lastHeadReader({ endpoints, finalityDepth, overlapBlocks, clock })
  const readLogs = logReader(endpoints, settings.blockRange)
  const timeOf = blockTimes(endpoints)
  const checks = tokenChecks(endpoints, settings)
  const transferDeps = (pool: typeof relayerPool) => ({
    settings,
    tokens,
    endpoints,
    settledHead,
    finalHead,
    readLogs,
    nativeCurrency,
    blocksPerSearch: settings.blockRange,
    relayers,
    relayerPool: pool,
    authorizerOf: checks.authorizerOf,
  })
  const transfers = openTransfers(transferDeps(relayerPool))
  const cancellations = openCancellations({ ...transferDeps(relayerPool), ...transfers, payer })
  // Nonces of one account are mined in order: with relayers of their own, sweeps never hold up a payout. Nobody waits for a
  // sweep, so it settles in a final block only.
  const sweepTransfers = openTransfers({
    ...transferDeps(sweepRelayerPool.length === 0 ? relayerPool : sweepRelayerPool),
    settledHead: finalHead,
  })
  const payerAddress = payer === null ? null : accountOf(payer).address
  return {
    payer,
    payerAddress,
    endpoints,
    allRelayers,
    relayers,
    settledHead,
    finalHead,
    readLogs,
    timeOf,
    checks,
    transfers,
    cancellations,
    sweepTransfers,
  }
}

function ownAccounts(
  { tokens, otherTokens }: EvmSettings,
  { payerAddress, relayers }: ReturnType<typeof openParts>,
): (address: string) => Promise<boolean> {
  const own = new Set([
    ...(payerAddress === null ? [] : [payerAddress]),
    ...relayers,
    ...[...tokens, ...otherTokens.map(({ token }) => token)].flatMap(({ address, authorizer }) => [
      address,
      authorizer ?? address,
    ]),
  ])
  return async (address) => OF_THE_CHAIN.test(address) || own.has(lowerCase(address))
}

function payoutsOver(
  name: string,
  { chain, tokens }: EvmSettings,
  world: World,
  { payer, transfers, cancellations }: ReturnType<typeof openParts>,
  isOwnAccount: (address: string) => Promise<boolean>,
): Pick<EvmRail, 'prepare' | 'send' | 'lookUp' | 'cancel' | 'canStillHappen'> {
  /** Undefined if the rail cannot pay this out. */
  function wantedOf({ key, currency, amountMinor, details }: SendRequest): Wanted | undefined {
    const token = tokens.find((one) => one.currency === currency)
    if (token === undefined || details['chain'] !== chain)
      throw new Error(`the rail ${name} does not serve ${currency} on ${details['chain']}`)
    if (payer === null || token.authorizer === null) return undefined
    return { key, token, to: lowerCase(details['address'] ?? ''), amountMinor }
  }

  return {
    async prepare(request) {
      const wanted = wantedOf(request)
      if (wanted === undefined || payer === null) return RECEIVES_ONLY
      const to = request.details['address'] ?? ''
      if ((await isOwnAccount(to)) || (await world.isHandedOut(to))) return OWN_ACCOUNT
      return transfers.prepare(payer, wanted)
    },
    async send(request, prepared) {
      const wanted = wantedOf(request)
      const refusal = refusals.get(prepared)
      if (refusal !== undefined) return refusal
      if (wanted === undefined) throw new Error(`the rail ${name} no longer pays out`)
      return transfers.send(wanted, prepared)
    },
    lookUp: async (key, prepared) => refusals.get(prepared) ?? transfers.lookUp(key, prepared),
    cancel: cancellations.cancel,
    canStillHappen: cancellations.canStillHappen,
  }
}

const problemsOf = async (
  { tokens, nativeCurrency, lowGasWei }: EvmSettings,
  { endpoints, checks, payerAddress, relayers }: ReturnType<typeof openParts>,
): Promise<readonly RailProblem[]> => [
  ...(await endpoints.problems()),
  ...(await checks.problems()),
  ...(await allowanceProblems({ endpoints, tokens, payer: payerAddress })),
  ...(await gasProblems({
    endpoints,
    relayers,
    nativeCurrency,
    lowGasWei,
  })),
]

export function openEvmRail(
  name: string,
  settings: EvmSettings,
  world: World,
  signers: Signers,
): EvmRail {
  const { clock, log, depositSeeds } = world
  const { chain, tokens, nativeCurrency } = settings
  const parts = openParts(name, settings, world, signers)
  const { endpoints, relayers, finalHead, readLogs, payerAddress, sweepTransfers, checks } = parts
  const isOwnAccount = ownAccounts(settings, parts)
  return {
    name,
    served: servedBy(settings),
    pollEveryMs: settings.pollEveryMs,
    fundingAccount: (_method, orderId) => ({
      address: depositAddress(depositSeeds[0], orderId),
      chain,
    }),
    isOwnAccount,
    ...payoutsOver(name, settings, world, parts, isOwnAccount),
    async poll(cursor, watch) {
      for (const relayer of parts.allRelayers)
        await relayer
          .tend()
          .catch((error: unknown) =>
            log.warn({ err: error, rail: name }, 'a relayer could not be tended'),
          )
      await checks.all()
      return pollDeposits(
        { ...parts, settings, finalHead: parts.settledHead, log, clock },
        cursor,
        watch,
      )
    },
    movements: (period, watch) =>
      movementsOn({ settings, endpoints, finalHead, readLogs, payer: payerAddress }, period, watch),
    sends: (asked) =>
      sendsOf({ settings, endpoints, finalHead, readLogs, payer: payerAddress }, asked),
    balances: (depositAccounts = []) =>
      holdingsOf(
        { endpoints, tokens, nativeCurrency, payer: payerAddress, relayers },
        depositAccounts,
      ),
    blocklist: openBlocklist(endpoints, tokens),
    problems: () => problemsOf(settings, parts),
    strays: openStrays({
      settings,
      endpoints,
      finalHead,
      transfers: payerAddress === null ? null : sweepTransfers,
      depositSeeds,
    }),
    gas: openGas({ endpoints, finalHead, nativeCurrency, relayers }),
    sweeps:
      payerAddress === null
        ? NO_SWEEPS
        : openSweeps({
            settings,
            endpoints,
            transfers: sweepTransfers,
            depositSeeds,
            payer: payerAddress,
          }),
  }
}

/** Prepared for a payout that the rail refuses: its token is plain, or it has no payer. */
const RECEIVES_ONLY = 'receives_only'
/** Prepared for a payout to an account of the desk. */
const OWN_ACCOUNT = 'own_account'
const refusals: ReadonlyMap<string, SendAnswer> = new Map([
  [RECEIVES_ONLY, { state: 'rejected', code: 'rail_receives_only' }],
  [OWN_ACCOUNT, { state: 'rejected', code: TO_THE_DESK }],
])

/** The zero address and those of precompiled contracts, such as 0x0a and 0x0100: nobody has a key for any of them. */
const OF_THE_CHAIN = /^0x0{36}[0-9a-f]{4}$/i

/** Deposits stay at their addresses. */
const NO_SWEEPS: Sweeps = {
  propose: async () => [],
  lacking: async () => [],
  prepare: refuseSweep,
  send: refuseSweep,
  lookUp: refuseSweep,
}

async function refuseSweep(): Promise<never> {
  throw new Error('a rail without a payer cannot sweep')
}
