// One organization: what it may still order, its verification, and its holds.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Answer } from '../parts/answers.tsx'
import { now } from '../parts/clock.ts'
import { Id, shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money, useMoneyText } from '../parts/money.tsx'
import { Metadata } from '../parts/metadata.tsx'
import { Facts } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { act, may, meQuery, read, type Schemas } from './api.ts'
import { CustomerKeys } from './customer-keys.tsx'
import { DeskAct } from './desk-act.tsx'
import { Enterprise, Hold } from './enterprise.tsx'
import { holdTexts } from './hold-words.ts'
import { AfterRelease, HoldFacts } from './holds.tsx'
import { ActsOf } from './open-acts.tsx'
import { instrumentTexts } from './instrument-words.ts'
import { Verification } from './verification.tsx'
import { shapeOfStatus } from './words.ts'

const texts = bilingual({
  status: ['Status', 'Estado'],
  contact: ['Contact', 'Contacto'],
  id: ['Organization', 'Organización'],
  pages: ['Of this organization', 'De esta organización'],
  orders: ['Orders', 'Órdenes'],
  instruments: ['Instruments', 'Instrumentos'],
  statement: ['Statement', 'Extracto'],
  information: ['Information requests', 'Solicitudes de información'],
  limits: ['Volume limits', 'Límites de volumen'],
  none: ['No volume limit is set.', 'No hay límite de volumen.'],
  whole: ['all instruments', 'todos los instrumentos'],
  counts: ['Counts for', 'Vale para'],
  period: ['Period', 'Período'],
  limit: ['Limit', 'Límite'],
  used: ['Used', 'Usado'],
  left: ['Left', 'Queda'],
  ends: ['Until', 'Hasta'],
  raised: ['Raised until', 'Subido hasta'],
  raise: [
    (limit: string) => `Raise the limit of ${limit}`,
    (limit: string) => `Subir el límite de ${limit}`,
  ],
  amount: ['New limit', 'Límite nuevo'],
  days: ['For how many days', 'Por cuántos días'],
  raiseBefore: [(limit: string) => `At most ${limit}.`, (limit: string) => `Como máximo ${limit}.`],
  raiseAfter: [
    'The new limit counts until the instant, then the former one.',
    'El límite nuevo vale hasta el instante, después el anterior.',
  ],
  day: ['day', 'día'],
  month: ['month', 'mes'],
})

const DAY_MS = 86_400_000
const DAYS = ['1', '2', '3', '7', '14', '30', '90']

export function Organization({ id }: { id: string }) {
  const t = useText(texts)
  const words = useText(holdTexts)
  const names = { organization_id: id }
  const query = useQuery({
    queryKey: ['operator', 'organization', id],
    queryFn: async () => ({
      organization: await read('/operator/v1/organizations/{organization_id}', names),
      limits: await read('/operator/v1/organizations/{organization_id}/volume_limits', names),
    }),
  })
  return (
    <Answer query={query} lines={10}>
      {({ organization, limits }) => (
        <>
          <OrganizationFacts organization={organization} />
          <HoldFacts organization={id} />
          <ActsOf subject={id}>
            <Hold
              of="organization"
              name={organization.name}
              isHeld={organization.status.current_status === 'COMPLIANCE_HOLD'}
              before={[words.free, words.held]}
              after={<AfterRelease of={id} />}
              path="/operator/v1/organizations/{organization_id}"
              names={names}
            />
          </ActsOf>
          <Verification organization={id} instrument={null} name={organization.name} />
          <h3>{t.limits}</h3>
          {limits.length === 0 ? <p className="dim">{t.none}</p> : null}
          {limits.map((limit) => (
            <Limit
              key={`${limit.external_payment_instrument_id} ${limit.currency} ${limit.period}`}
              organization={id}
              limit={limit}
            />
          ))}
          <Enterprise id={organization.enterprise_id} />
          <CustomerKeys enterprise={organization.enterprise_id} organization={id} />
        </>
      )}
    </Answer>
  )
}

function OrganizationFacts({ organization }: { organization: Schemas['DeskOrganization'] }) {
  const t = useText(texts)
  const words = useText(instrumentTexts)
  const { id, name, contact, status } = organization
  const search = { organization: id }
  return (
    <>
      <p>
        <b>{name}</b>
      </p>
      <Facts
        facts={{
          [t.status]: (
            <State
              word={words.status[status.current_status]}
              shape={shapeOfStatus(status.current_status)}
            />
          ),
          [t.contact]: `${contact.first_name} ${contact.last_name}, ${contact.email}`,
          [t.pages]: (
            <span className="acts">
              <Link to="/operator/orders" search={search}>
                {t.orders}
              </Link>
              <Link to="/operator/instruments" search={search}>
                {t.instruments}
              </Link>
              <Link to="/operator/reports" search={{ ...search, report: 'statement' }}>
                {t.statement}
              </Link>
              <Link to="/operator/information" search={search}>
                {t.information}
              </Link>
            </span>
          ),
          [t.id]: <Id id={id} />,
        }}
      />
      <Metadata of={organization} />
    </>
  )
}

function Limit({ organization, limit }: { organization: string; limit: Schemas['VolumeLimit'] }) {
  const t = useText(texts)
  const money = useMoneyText()
  const { data: me } = useQuery(meQuery)
  const { currency, period, external_payment_instrument_id: instrument } = limit
  const text = money(limit.limit, currency)
  return (
    <div className="section">
      <dl className="facts">
        {(
          [
            [
              t.counts,
              instrument === null ? (
                t.whole
              ) : (
                <Link key="counts" to="/operator/instruments" search={{ open: instrument }}>
                  {shortId(instrument)}
                </Link>
              ),
            ],
            [t.period, t[period]],
            [t.limit, <Money key="limit" amount={limit.limit} currency={currency} />],
            [t.used, <Money key="used" amount={limit.used} currency={currency} />],
            [t.left, <Money key="left" amount={limit.remaining} currency={currency} />],
            [t.ends, <Time key="ends" at={limit.ends_at} />],
            ...(limit.raised_until === null
              ? []
              : [[t.raised, <Time key="raised" at={limit.raised_until} />] as const]),
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {may(me, 'raise_limits') ? (
        <DeskAct
          label={t.raise(text)}
          size="xs"
          repeats
          fields={[
            { name: 'amount', label: t.amount, initial: limit.limit, amountIn: currency },
            {
              name: 'days',
              label: t.days,
              options: DAYS.map((count) => ({ value: count, label: count })),
            },
          ]}
          before={t.raiseBefore(text)}
          after={t.raiseAfter}
          run={({ amount = '', days }, reason) =>
            act(
              '/operator/v1/organizations/{organization_id}/volume_limits/raise',
              { organization_id: organization },
              {
                ...(instrument === null ? {} : { external_payment_instrument_id: instrument }),
                currency,
                period,
                amount,
                until: new Date(now() + Number.parseInt(days ?? '', 10) * DAY_MS).toISOString(),
                reason,
              },
            )
          }
        />
      ) : null}
    </div>
  )
}
