// The routes of the histories, for the model and as an operator file: currencies with 6 and 2 decimals each way,
// inclusive and exclusive fees, with and without tax, touching tiers. The last one passes on what it takes.

type Tier = { minMinor: bigint; maxMinor: bigint; bps: bigint }
export type Route = {
  payin: string
  payout: string
  payinDecimals: number
  payoutDecimals: number
  rail: 'chain' | 'bank'
  provider: string
  furtherProviders: readonly string[]
  /** 18 decimals. */
  rate: bigint
  tiers: readonly Tier[]
  taxBps: bigint
  isExclusive: boolean
  slippageBps: bigint
  submissionMs: number
  fundingMs: number
  /** Currencies in which the payin instrument can be refunded. */
  carries: readonly string[]
  /** In payin currency at its rail: less is not credited, or kept. */
  smallest?: { depositMinor: bigint; refundMinor: bigint }
}

/** The provider of transfers. */
export const AT_PAR = 'DESK'

const STABLECOINS = ['USDC', 'USDT', 'EURC']

export const routes: readonly Route[] = [
  {
    payin: 'USDC',
    payout: 'COP',
    payinDecimals: 6,
    payoutDecimals: 2,
    rail: 'chain',
    provider: 'ALPHA',
    furtherProviders: ['BETA'],
    rate: 4237_250000000000000000n,
    tiers: [
      { minMinor: 1_000000n, maxMinor: 1000_000000n, bps: 100n },
      { minMinor: 1000_000000n, maxMinor: 250000_000000n, bps: 70n },
    ],
    taxBps: 1900n,
    isExclusive: false,
    slippageBps: 100n,
    submissionMs: 30 * 60_000,
    fundingMs: 120 * 60_000,
    carries: STABLECOINS,
  },
  {
    payin: 'NGN',
    payout: 'USDC',
    payinDecimals: 2,
    payoutDecimals: 6,
    rail: 'bank',
    provider: 'ALPHA',
    furtherProviders: [],
    rate: 675_920000000000n,
    tiers: [{ minMinor: 1000_00n, maxMinor: 900000000_00n, bps: 137n }],
    taxBps: 750n,
    isExclusive: false,
    slippageBps: 0n,
    submissionMs: 5 * 60_000,
    fundingMs: 5 * 60_000,
    carries: ['NGN'],
    smallest: { depositMinor: 2_00n, refundMinor: 200_00n },
  },
  {
    payin: 'USDC',
    payout: 'MXN',
    payinDecimals: 6,
    payoutDecimals: 2,
    rail: 'chain',
    provider: 'BETA',
    furtherProviders: [],
    rate: 18_354123456789012345n,
    tiers: [{ minMinor: 1_000000n, maxMinor: 100000_000000n, bps: 63n }],
    taxBps: 0n,
    isExclusive: true,
    slippageBps: 50n,
    submissionMs: 15 * 60_000,
    fundingMs: 60 * 60_000,
    carries: STABLECOINS,
  },
  {
    payin: 'BRL',
    payout: 'BRL',
    payinDecimals: 2,
    payoutDecimals: 2,
    rail: 'bank',
    provider: AT_PAR,
    furtherProviders: [],
    rate: 1_000000000000000000n,
    tiers: [{ minMinor: 10_00n, maxMinor: 900000000_00n, bps: 50n }],
    taxBps: 1900n,
    isExclusive: false,
    slippageBps: 0n,
    submissionMs: 10 * 60_000,
    fundingMs: 30 * 60_000,
    carries: ['BRL'],
  },
]

export const decimalOf = (minor: bigint, decimals: number): string => {
  const digits = String(minor).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const always = `[{ days_of_week: [0, 1, 2, 3, 4, 5, 6], start_time: '00:00', end_time: '00:00', timezone: UTC }]`

const pair = ({ payin, payout }: Route) => `
      - payin_currency: ${payin}
        payout_currency: ${payout}
        hours: ${always}
        max_rate_age_seconds: 86400
        settings: { mid_rate: '1.00', spread_bps: 0, rate_decimals: 2 }`

// Limits that no history reaches: every order reserves.
const provider = (name: string) => `
  - name: ${name}
    kind: simulated
    settlement_limit: { USDC: '99999999999.00' }
    trading_pairs:${routes
      .filter((route) => [route.provider, ...route.furtherProviders].includes(name))
      .map(pair)
      .join('')}`

const providerAtPar = `
  - name: ${AT_PAR}
    kind: par
    trading_pairs:${routes
      .filter((route) => route.provider === AT_PAR)
      .map(
        ({ payin, payout }) =>
          `\n      - { payin_currency: ${payin}, payout_currency: ${payout}, hours: ${always} }`,
      )
      .join('')}`

const route = (one: Route) => {
  const amount = (minor: bigint) => `'${decimalOf(minor, one.payinDecimals)}'`
  const last = one.tiers.at(-1)
  return `
          - name: ${one.payin} to ${one.payout}
            payin_currency: ${one.payin}
            payout_currency: ${one.payout}
            liquidity_providers: [${[one.provider, ...one.furtherProviders].join(', ')}]
            payin_limits: { min: ${amount(one.tiers[0]?.minMinor ?? 0n)}, max: ${amount(last?.maxMinor ?? 0n)} }
            cost_tiers: [${one.tiers.map((tier) => `{ min: ${amount(tier.minMinor)}, max: ${amount(tier.maxMinor)}, bps: ${tier.bps} }`).join(', ')}]
            tax_bps: ${one.taxBps}
            fee_treatment: ${one.isExclusive ? 'exclusive' : 'inclusive'}
            max_slippage_bps: ${one.slippageBps}
            max_open_total: ${amount(10n ** 18n - 1n)}
            submission_minutes: ${one.submissionMs / 60_000}
            funding_minutes: ${one.fundingMs / 60_000}`
}

/** The instrument that pays in to the transfers of the histories. */
export const PAYS_AT_PAR = 'Sao Paulo'

const organization = (name: string) => `
  - name: ${name} Enterprise
    organizations:
      - name: ${name}
        contact: { email: a@b.example, first_name: Ana, last_name: Restrepo }
        instruments:
          - alias: Wallet
            currency: USDC
            method: SOLANA_ADDRESS
            details: { address: 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q }
          - alias: Bogota
            currency: COP
            method: COP_BANK_ACCOUNT
            details: { bank_account_number: '23145678901', bank_code: '007', legal_entity_name: Demo SAS, doc_type: NIT, doc_id: '9001234568', physical_address: Carrera 7, account_type: SAVINGS }
          - alias: Mexico
            currency: MXN
            method: MXN_CLABE
            details: { clabe: '002010077777777771', account_holder_name: Proveedora SA }
          - alias: Lagos
            currency: NGN
            method: NGN_BANK_ACCOUNT
            details: { bank_name: Access Bank, bank_account_number: '0690000031', doc_id: '22222222222', account_holder_business_name: Demo Ltd }
          - alias: ${PAYS_AT_PAR}
            currency: BRL
            method: BRL_PIX
            details: { pix_key_type: CNPJ, pix_key: '11222333000181', account_holder_name: Demo Ltda }
          - alias: Recife
            currency: BRL
            method: BRL_PIX
            details: { pix_key_type: EMAIL, pix_key: pagos@demo.example, account_holder_name: Demo Ltda }
        routes:${routes.map(route).join('')}`

/** The entries of the lists: a sender of deposits, and the accounts in COP and MXN. */
export const listed = {
  payers: 'address listed:payer\n',
  beneficiaries: 'address 23145678901\naddress 002010077777777771\n',
}

export type ListName = keyof typeof listed

const screener = (name: string) => `
  - name: ${name}
    kind: list
    settings: { file: ${name}.txt, unknown_sender: clear }`

export const operatorFile = `screening:${Object.keys(listed).map(screener).join('')}
liquidity_providers:${provider('ALPHA')}${provider('BETA')}${providerAtPar}
enterprises:${organization('First')}${organization('Second')}
`

export function minorOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
