// Outcomes of deposits that belong to an order, as stored and as published.

export const outcomesForOrders = ['counted', 'late', 'extra', 'wrong_asset'] as const
