// How much is left: what organizations may order in a day and a month. And which of them are on hold.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Answer, Empty } from '../parts/answers.tsx'
import { now } from '../parts/clock.ts'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money, useMoneyText } from '../parts/money.tsx'
import { Page, Section, WithPanel } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { PagedTable, paging, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { act, may, meQuery, read, readPage, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { shapeOfStatus } from './words.ts'

const texts = bilingual(
  {
    title: 'Limits and holds',
    name: 'Organization',
    enterprise: 'Enterprise',
    status: 'Status',
    since: 'Created',
    panel: 'Organization',
    limits: 'Volume limits',
    none: 'No volume limit is set.',
    period: 'Period',
    limit: 'Limit',
    used: 'Used',
    left: 'Left',
    ends: 'Until',
    raise: (limit: string) => `Raise the limit of ${limit}`,
    amount: 'New limit',
    days: 'For how many days',
    raiseBefore: (limit: string) => `At most ${limit}.`,
    raiseAfter: 'The new limit counts until the instant, then the former one.',
    hold: (name: string) => `Put ${name} on hold`,
    release: (name: string) => `Release ${name}`,
    held: 'No new orders; orders wait before the fill and the payout.',
    free: 'Orders go on.',
    empty: 'No organization yet',
    why: 'Organizations are made by operator files or over the API.',
    holds: 'Holds',
    noHolds: 'Nothing is on hold.',
    held2: 'On hold since',
    method: 'Method',
    acts: 'Acts',
    day: 'day',
    month: 'month',
  },
  {
    title: 'Límites y retenciones',
    name: 'Organización',
    enterprise: 'Empresa',
    status: 'Estado',
    since: 'Creada',
    panel: 'Organización',
    limits: 'Límites de volumen',
    none: 'No hay límite de volumen.',
    period: 'Período',
    limit: 'Límite',
    used: 'Usado',
    left: 'Queda',
    ends: 'Hasta',
    raise: (limit: string) => `Subir el límite de ${limit}`,
    amount: 'Límite nuevo',
    days: 'Por cuántos días',
    raiseBefore: (limit: string) => `Como máximo ${limit}.`,
    raiseAfter: 'El límite nuevo vale hasta el instante, después el anterior.',
    hold: (name: string) => `Retener ${name}`,
    release: (name: string) => `Liberar ${name}`,
    held: 'Sin órdenes nuevas; las órdenes esperan antes de convertir y de pagar.',
    free: 'Las órdenes siguen.',
    empty: 'Aún no hay organizaciones',
    why: 'Las crean los archivos de operador o la API.',
    holds: 'Retenciones',
    noHolds: 'Nada está retenido.',
    held2: 'Retenido desde',
    method: 'Método',
    acts: 'Actos',
    day: 'día',
    month: 'mes',
  },
)

export function Limits() {
  const t = useText(texts)
  const { open } = useSearch({ from: '/operator/limits' })
  const navigate = useNavigate()
  const go = (id?: string) =>
    void navigate({ to: '/operator/limits', search: id === undefined ? {} : { open: id } })
  const query = useInfiniteQuery({
    queryKey: ['operator', 'organizations'],
    queryFn: ({ pageParam }) => readPage('/operator/v1/organizations', pageParam, {}),
    ...paging,
  })
  return (
    <Page title={t.title}>
      <WithPanel
        panel={open === undefined ? null : <Organization key={open} id={open} />}
        title={t.panel}
        onClose={() => go()}
      >
        <PagedTable
          name="desk-organizations"
          label={t.title}
          query={query}
          idOf={({ id }) => id}
          openId={open}
          onOpen={({ id }) => go(id)}
          empty={
            <Empty title={t.empty}>
              <p>{t.why}</p>
            </Empty>
          }
          columns={[
            { id: 'name', head: t.name, cell: ({ name }) => name },
            { id: 'enterprise', head: t.enterprise, cell: (one) => one.enterprise_name },
            {
              id: 'status',
              head: t.status,
              cell: ({ status: { current_status: status } }) => (
                <State word={status} shape={shapeOfStatus(status)} />
              ),
            },
            { id: 'since', head: t.since, cell: ({ created_at: at }) => <Time at={at} /> },
            { id: 'id', head: 'Id', cell: ({ id }) => <Id id={id} />, isHidden: true },
          ]}
        />
        <Holds />
      </WithPanel>
    </Page>
  )
}

function Holds() {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const query = useQuery({
    queryKey: ['operator', 'holds'],
    queryFn: () => read('/operator/v1/holds'),
  })
  return (
    <Section title={t.holds}>
      <Answer query={query}>
        {({ instruments }) =>
          instruments.length === 0 ? (
            <p className="dim">{t.noHolds}</p>
          ) : (
            <Table
              name="holds"
              label={t.holds}
              rows={instruments}
              idOf={({ id }) => id}
              columns={[
                { id: 'id', head: 'Id', cell: ({ id }) => <Id id={id} /> },
                { id: 'enterprise', head: t.enterprise, cell: (one) => one.enterprise_name },
                { id: 'method', head: t.method, cell: ({ method }) => method },
                { id: 'since', head: t.held2, cell: ({ since }) => <Time at={since} /> },
                {
                  id: 'acts',
                  head: t.acts,
                  cell: ({ id, method }) =>
                    may(me, 'place_holds') ? (
                      <DeskAct
                        label={t.release(method)}
                        size="compact-xs"
                        before={t.held}
                        after={t.free}
                        run={(_values, reason) =>
                          act(
                            '/operator/v1/instruments/{instrument_id}/release',
                            { instrument_id: id },
                            { reason },
                          )
                        }
                      />
                    ) : null,
                },
              ]}
            />
          )
        }
      </Answer>
    </Section>
  )
}

const DAY_MS = 86_400_000

function Organization({ id }: { id: string }) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const names = { organization_id: id }
  const query = useQuery({
    queryKey: ['operator', 'organization', id],
    queryFn: async () => ({
      organization: await read('/operator/v1/organizations/{organization_id}', names),
      limits: await read('/operator/v1/organizations/{organization_id}/volume_limits', names),
    }),
  })
  return (
    <Answer query={query}>
      {({ organization: { name, status }, limits }) => {
        const isHeld = status.current_status === 'COMPLIANCE_HOLD'
        return (
          <>
            <p>
              <b>{name}</b>{' '}
              <State word={status.current_status} shape={shapeOfStatus(status.current_status)} />
            </p>
            {may(me, 'place_holds') ? (
              <DeskAct
                key={status.current_status}
                label={isHeld ? t.release(name) : t.hold(name)}
                tone={isHeld ? 'primary' : 'danger'}
                before={isHeld ? t.held : t.free}
                after={isHeld ? t.free : t.held}
                repeats
                run={(_values, reason) =>
                  act(
                    isHeld
                      ? '/operator/v1/organizations/{organization_id}/release'
                      : '/operator/v1/organizations/{organization_id}/hold',
                    names,
                    { reason },
                  )
                }
              />
            ) : null}
            <h3>{t.limits}</h3>
            {limits.length === 0 ? <p className="dim">{t.none}</p> : null}
            {limits.map((limit) => (
              <Limit
                key={`${limit.external_payment_instrument_id} ${limit.currency} ${limit.period}`}
                organization={id}
                limit={limit}
              />
            ))}
          </>
        )
      }}
    </Answer>
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
            [t.period, t[period]],
            [t.limit, <Money key="limit" amount={limit.limit} currency={currency} />],
            [t.used, <Money key="used" amount={limit.used} currency={currency} />],
            [t.left, <Money key="left" amount={limit.remaining} currency={currency} />],
            [t.ends, <Time key="ends" at={limit.ends_at} />],
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
            { name: 'amount', label: t.amount, initial: limit.limit },
            { name: 'days', label: t.days, initial: '1' },
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
