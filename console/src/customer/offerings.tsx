// What the organization can exchange now: pairs with indicative rates, costs, limits and hours.
import type { ConfiguredRoute, Offering } from '@corridor/sdk'
import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Answer, Empty } from '../parts/answers.tsx'
import { DeskContact } from '../parts/desk-contact.tsx'
import { useNow } from '../parts/clock.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { Money, Rate } from '../parts/money.tsx'
import { Facts, Page, Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { UnlessOnHold } from './on-hold.tsx'
import { InstrumentName } from './instrument-name.tsx'
import { openingOf } from './opening.ts'
import { Week } from './week.tsx'

const texts = bilingual({
  title: ['Offerings', 'Ofertas'],
  below: [
    'Rates here are indicative. A quote is firm.',
    'Las tasas aquí son indicativas. Una cotización es firme.',
  ],
  pair: ['Pair', 'Par'],
  from: ['From', 'De'],
  to: ['To', 'Para'],
  rate: ['Indicative rate', 'Tasa indicativa'],
  now: ['Now', 'Ahora'],
  open: ['open', 'abierto'],
  closed: ['closed', 'cerrado'],
  opens: ['opens', 'abre'],
  // Bank holidays of later days are not known here.
  notBefore: ['opens not before', 'no abre antes de'],
  off: ['switched off', 'desactivado'],
  cost: ['Fee from', 'Comisión desde'],
  settles: ['Settles', 'Liquidación'],
  quote: ['Quote', 'Cotizar'],
  none: ['Nothing can be exchanged', 'No hay nada que cambiar'],
  why: [
    'No route connects two active instruments of this organization. Add an instrument, or ask the desk for a route.',
    'Ninguna ruta une dos instrumentos activos de esta organización. Agregue un instrumento o pida una ruta a la mesa.',
  ],
  limits: ['Limits', 'Límites'],
  tiers: ['Fees by payin amount', 'Comisiones por monto de entrada'],
  hours: ['Hours', 'Horario'],
  amount: ['Payin amount', 'Monto de entrada'],
  fee: ['Fee', 'Comisión'],
  asOf: ['Priced', 'Precio de'],
  close: ['Close', 'Cerrar'],
  provider: ['Provider', 'Proveedor'],
})

const REFRESH_MS = 60_000

export const offeringsQuery = (organization: string) => ({
  queryKey: [organization, 'offerings'],
  queryFn: async () => {
    const [offerings, routes] = await Promise.all([
      corridor.offerings.create(organization),
      corridor.routes.list(organization).all(),
    ])
    return offerings.map((offering) => ({ offering, route: routeOf(offering, routes) }))
  },
  staleTime: 30_000,
})

export type Offered = { offering: Offering; route: ConfiguredRoute | undefined }

export const currenciesOf = ({ payin, payout }: Offering) => ({
  from: payin.external_payment_instrument.currency,
  to: payout.external_payment_instrument.currency,
})

function routeOf(offering: Offering, routes: readonly ConfiguredRoute[]) {
  const { from, to } = currenciesOf(offering)
  return routes.find(
    (route) =>
      route.payin_currency === from &&
      route.payout_currency === to &&
      route.liquidity_provider === offering.liquidity_provider.name,
  )
}

export function Offerings() {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const [openId, setOpenId] = useState<string>()
  const query = useQuery({ ...offeringsQuery(organization), refetchInterval: REFRESH_MS })
  const columns: Column<Offered>[] = [
    {
      id: 'pair',
      head: t.pair,
      cell: ({ offering }) => {
        const { from, to } = currenciesOf(offering)
        return (
          <b>
            {from} → {to}
          </b>
        )
      },
    },
    {
      id: 'from',
      head: t.from,
      cell: ({ offering: { payin } }) => (
        <InstrumentName instrument={payin.external_payment_instrument} />
      ),
    },
    {
      id: 'to',
      head: t.to,
      cell: ({ offering: { payout } }) => (
        <InstrumentName instrument={payout.external_payment_instrument} />
      ),
    },
    {
      id: 'rate',
      head: t.rate,
      isMoney: true,
      cell: ({ offering }) => (
        <Rate rate={offering.indicative_exchange_rate} {...currenciesOf(offering)} />
      ),
    },
    { id: 'now', head: t.now, cell: (one) => <Hours {...one} /> },
    {
      id: 'settles',
      head: t.settles,
      cell: ({ offering }) => offering.estimated_settlement_time,
    },
    {
      id: 'quote',
      head: t.quote,
      cell: ({ offering }) => (
        <Link
          to="/$organization/quote"
          params={{ organization }}
          search={{ offering: offering.id }}
        >
          {t.quote}
        </Link>
      ),
    },
  ]
  return (
    <Page title={t.title} below={t.below}>
      <UnlessOnHold organization={organization}>
        <Answer query={query}>
          {(offered) => {
            if (offered.length === 0)
              return (
                <Empty title={t.none}>
                  <p>
                    {t.why} <DeskContact />
                  </p>
                </Empty>
              )
            const open = offered.find(({ offering }) => offering.id === openId)
            return (
              <>
                <Table
                  name="offerings"
                  label={t.title}
                  columns={columns}
                  rows={offered}
                  idOf={({ offering }) => offering.id}
                  onOpen={({ offering }) => setOpenId(offering.id)}
                  openId={openId}
                />
                <Drawer
                  opened={open !== undefined}
                  onClose={() => setOpenId(undefined)}
                  position="right"
                  lockScroll={false}
                  title={open === undefined ? '' : pairOf(open.offering)}
                  closeButtonProps={{ 'aria-label': t.close }}
                >
                  {open === undefined ? null : <Detail {...open} organization={organization} />}
                </Drawer>
              </>
            )
          }}
        </Answer>
      </UnlessOnHold>
    </Page>
  )
}

const pairOf = (offering: Offering): string => {
  const { from, to } = currenciesOf(offering)
  return `${from} → ${to}`
}

/** The hours of the offering are those in which the route and the provider both trade. */
function Hours({ offering, route }: Offered) {
  const t = useText(texts)
  const nowMs = useNow()
  const { open_utc: opens, close_utc: closes } = offering.current_day_hours_of_operation
  if (route?.is_disabled === true) return <State word={t.off} shape="off" />
  if (Date.parse(opens) <= nowMs && nowMs < Date.parse(closes))
    return <State word={t.open} shape="done" />
  const opening = openingOf(offering, route, nowMs)
  return (
    <>
      <State word={t.closed} shape="off" />
      {opening === undefined ? null : (
        <div className="dim">
          {opening.isCertain ? t.opens : t.notBefore}{' '}
          <Time at={new Date(opening.at).toISOString()} isExact />
        </div>
      )}
    </>
  )
}

function Detail({ offering, route, organization }: Offered & { organization: string }) {
  const t = useText(texts)
  const { from, to } = currenciesOf(offering)
  const { limits, indicative_cost_tiers: tiers } = offering.payin
  return (
    <>
      <Facts
        facts={{
          [t.rate]: <Rate rate={offering.indicative_exchange_rate} from={from} to={to} />,
          [t.asOf]: <Time at={offering.created_at} />,
          [t.provider]: offering.liquidity_provider.name,
          [t.settles]: offering.estimated_settlement_time,
          [t.limits]: (
            <span>
              <Money amount={limits.min} currency={from} /> –{' '}
              <Money amount={limits.max} currency={from} />
            </span>
          ),
        }}
      />
      <Section title={t.tiers}>
        <Table
          name="tiers"
          label={t.tiers}
          columns={[
            {
              id: 'amount',
              head: t.amount,
              isMoney: true,
              cell: ({ min, max }) => (
                <>
                  <Money amount={min} currency={from} /> – <Money amount={max} currency={from} />
                </>
              ),
            },
            { id: 'fee', head: t.fee, isMoney: true, cell: ({ bps }) => percentOf(bps) },
          ]}
          rows={tiers}
          idOf={({ min }) => min}
        />
      </Section>
      {route === undefined ? null : (
        <Section title={t.hours}>
          <Week route={route} />
        </Section>
      )}
      <Button
        renderRoot={(props) => (
          <Link
            to="/$organization/quote"
            params={{ organization }}
            search={{ offering: offering.id }}
            {...props}
          />
        )}
      >
        {t.quote} {from} → {to}
      </Button>
    </>
  )
}

/** Basis points as a percentage, by moving the point. */
export function percentOf(bps: string): string {
  const [whole = '0', part = ''] = bps.split('.')
  const digits = whole.padStart(3, '0')
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}${part}`.replace(/\.?0+$/, '')
  return `${text}\u00a0%`
}
