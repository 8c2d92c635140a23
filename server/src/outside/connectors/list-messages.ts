// The messages of the connector protocol that list payments and conversions since a time.
import Type, { type Static } from 'typebox'
import { key, open } from './fields.ts'
import { conversion, fill, send, sendRequest } from './protocol.ts'

/** The most entries of a page of a list. */
export const MOST_LISTED = 500
const after = Type.String({
  maxLength: 500,
  pattern: '^[!-~]*$',
  description: 'The position after the last entry of this page.',
  examples: ['17'],
})
const LISTED = 'Those after the cursor of the request, oldest first. An empty page is the end.'

const listedSend = open(
  {
    key,
    status: send.properties.status,
    currency: sendRequest.properties.currency,
    amount: sendRequest.properties.amount,
  },
  { title: 'ListedSend', description: 'A payment that the connector received.' },
)
export const sends = open(
  {
    cursor: after,
    sends: Type.Array(listedSend, { maxItems: MOST_LISTED, description: LISTED }),
  },
  { title: 'Sends', description: 'A page of payments.' },
)

const listedFill = open(
  {
    key,
    status: fill.properties.status,
    payin_currency: conversion.payin_currency,
    payout_currency: conversion.payout_currency,
    sold_amount: fill.properties.sold_amount,
    delivered_amount: fill.properties.delivered_amount,
    reference: fill.properties.reference,
  },
  { title: 'ListedFill', description: 'A conversion that the connector received.' },
)
export const fills = open(
  {
    cursor: after,
    fills: Type.Array(listedFill, { maxItems: MOST_LISTED, description: LISTED }),
  },
  { title: 'Fills', description: 'A page of conversions.' },
)

export type SentSends = Static<typeof sends>
export type SentFills = Static<typeof fills>
