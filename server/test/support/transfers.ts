// An operator file with a route that passes on USDC.

/** `pair`: the payout currency of the provider's pair. */
export const transfersAtPar = (pair = 'USDC', kind = 'par'): string => `
liquidity_providers:
  - name: DESK
    kind: ${kind}
    trading_pairs:
      - { payin_currency: USDC, payout_currency: ${pair}, hours: [{ days_of_week: [0, 1, 2, 3, 4, 5, 6], start_time: '00:00', end_time: '00:00', timezone: UTC }] }
enterprises:
  - name: Demo Enterprise
    organizations:
      - name: Demo Payments
        routes:
          - name: USDC to USDC
            payin_currency: USDC
            payout_currency: USDC
            liquidity_provider: DESK
            payin_limits: { min: '1.00', max: '100000.00' }
            cost_tiers: [{ min: '0.00', max: '100000.00', bps: 50 }]
            inclusive_account_types: [SOLANA_ADDRESS]`
