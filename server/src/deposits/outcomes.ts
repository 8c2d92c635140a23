// What a deposit meant for the order that it was sent for, as it is stored and published.

export const outcomesForOrders = ['counted', 'late', 'extra', 'wrong_asset'] as const
