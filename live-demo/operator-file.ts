// The operator file of the demo: four rails, one provider, one customer with two routes.
import { stringify } from 'yaml'
import type { Outside } from './outside.ts'

const always = [
  { days_of_week: [0, 1, 2, 3, 4, 5, 6], start_time: '00:00', end_time: '00:00', timezone: 'UTC' },
]
const route = (name: string, payout: string, method: string, payoutMethod: string) => ({
  name,
  payin_currency: 'USDC',
  payout_currency: payout,
  liquidity_provider: 'EXCHANGE',
  payin_limits: { min: '10.00', max: '50000.00' },
  cost_tiers: [{ min: '10.00', max: '50000.00', bps: 100 }],
  inclusive_account_types: [method, payoutMethod],
})

/** Names of the rails, as the ledger has them too. */
export const RAILS = {
  base: 'evm:base',
  solana: 'solana',
  mexico: 'bank:mexico',
  colombia: 'bank:colombia',
} as const

export const PEOPLE = { enterprise: 'Acme', organization: 'Acme Payments' } as const

export const operatorFile = (outside: Outside): string =>
  stringify({
    rails: [
      {
        name: RAILS.base,
        kind: 'evm',
        settings: {
          chain: 'base',
          chain_id: outside.chain.chainId,
          rpc: [outside.chain.url],
          start_block: 0,
          payer: 'env:DEMO_EVM_PAYER',
          relayers: ['env:DEMO_EVM_RELAYER'],
          tokens: { USDC: { address: outside.usdc.address, kind: 'eip3009' } },
          poll_every_ms: 500,
        },
      },
      {
        name: RAILS.solana,
        kind: 'solana',
        settings: {
          genesis_hash: outside.genesisHash,
          rpc: [outside.node.url],
          tokens: { USDC: { mint: outside.solana.mint } },
          payer: 'env:DEMO_SOLANA_PAYER',
          fee_payer: 'env:DEMO_SOLANA_FEE_PAYER',
          poll_every_ms: 500,
        },
      },
      {
        name: RAILS.mexico,
        kind: 'connector',
        settings: {
          ...outside.connector.settings,
          serves: [{ method: 'MXN_CLABE', currencies: ['MXN'] }],
        },
      },
      {
        name: RAILS.colombia,
        kind: 'bank_files',
        settings: {
          method: 'COP_BANK_ACCOUNT',
          currency: 'COP',
          account: { number: '04800000001' },
          holder: 'Corridor Demo SAS',
          bank: { name: 'Banco Demo', member_id: '048' },
          calendar: { timezone: 'America/Bogota', cut_off: '23:59', weekend: [] },
          deposits_from: 'both',
          poll_seconds: 1,
          folder: outside.colombia.files,
        },
      },
    ],
    liquidity_providers: [
      {
        name: 'EXCHANGE',
        kind: 'connector',
        settings: outside.connector.settings,
        trading_pairs: ['MXN', 'COP'].map((payout_currency) => ({
          payin_currency: 'USDC',
          payout_currency,
          hours: always,
          max_rate_age_seconds: 60,
        })),
      },
    ],
    enterprises: [
      {
        name: PEOPLE.enterprise,
        organizations: [
          {
            name: PEOPLE.organization,
            contact: { email: 'treasury@acme.example', first_name: 'Ada', last_name: 'Diaz' },
            instruments: [
              {
                alias: 'Wallet on Base',
                currency: 'USDC',
                method: 'EVM_ADDRESS',
                details: { address: outside.customerOnBase, chain: 'base' },
              },
              {
                alias: 'Wallet on Solana',
                currency: 'USDC',
                method: 'SOLANA_ADDRESS',
                details: { address: outside.customer.address },
              },
              {
                alias: 'Suppliers in Mexico',
                currency: 'MXN',
                method: 'MXN_CLABE',
                details: {
                  clabe: '002010077777777771',
                  account_holder_name: 'Proveedora Demo SA de CV',
                },
              },
              {
                alias: 'Payroll in Bogota',
                currency: 'COP',
                method: 'COP_BANK_ACCOUNT',
                details: {
                  bank_account_number: '23145678901',
                  bank_code: '007',
                  legal_entity_name: 'Acme Colombia SAS',
                  doc_type: 'NIT',
                  doc_id: '9001234568',
                  physical_address: 'Carrera 7 71-21, Bogota',
                  account_type: 'SAVINGS',
                },
              },
            ],
            routes: [
              route('USDC on Base to MXN', 'MXN', 'EVM_ADDRESS', 'MXN_CLABE'),
              route('USDC on Solana to COP', 'COP', 'SOLANA_ADDRESS', 'COP_BANK_ACCOUNT'),
            ],
          },
        ],
      },
    ],
  })
