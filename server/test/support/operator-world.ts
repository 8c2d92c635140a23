// An operator file with every kind of object, and edits that make it invalid.
import { expect } from 'vitest'

export const world = `
enterprises:
  - name: Applied Enterprise
    organizations:
      - name: Applied Payments
        contact: { email: desk@applied.example, first_name: Ada, last_name: Diaz }
        instruments:
          - alias: Wallet
            currency: USDC
            method: SOLANA_ADDRESS
            details: { address: 4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T }
          - alias: Supplier
            currency: MXN
            method: MXN_CLABE
            details: { clabe: '032180000118359719', account_holder_name: Proveedor SA de CV }
          - alias: Old supplier
            currency: MXN
            method: MXN_CLABE
            details: { clabe: '002010077777777771', account_holder_name: Proveedora Demo SA de CV }
            status: ARCHIVED
        routes:
          - name: USDC to MXN
            payin_currency: USDC
            payout_currency: MXN
            liquidity_provider: ALPHA
            payin_limits: { min: '5.00', max: '10000.00' }
            cost_tiers:
              - { min: '0.00', max: '500.00', bps: 100 }
              - { min: '500.00', max: '10000.00', bps: 50 }
            max_slippage_bps: 10
`

export const changed = (from: string, to: string, text = world): string => {
  expect(text).toContain(from)
  return text.replace(from, to)
}

/** A description of the edit, the edit, the line that the error names, and the reason. */
export type Bad = [what: string, from: string, to: string, line: number, reason: RegExp]
