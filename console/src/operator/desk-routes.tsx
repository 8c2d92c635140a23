// The routes of all customers with their terms, and the versions of the configuration.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { PagedTable, paging, Table, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { act, may, meQuery, read, readPage, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { RouteEditor } from './route-editor.tsx'
import { shapeOfStatus } from './words.ts'

const texts = bilingual(
  {
    title: 'Routes',
    back: 'All routes',
    name: 'Route',
    who: 'Organization',
    provider: 'Provider',
    limits: 'Limits',
    open: 'State',
    trades: 'trading',
    closed: 'closed now',
    off: 'disabled',
    none: 'No route is configured',
    why: 'Routes are described by operator files: npx corridor apply.',
    versions: 'Versions of the configuration',
    number: 'Version',
    status: 'Status',
    by: 'By',
    reason: 'Reason',
    from: 'Effective from',
    created: 'Made',
    changes: 'Changes',
    acts: 'Acts',
    rollback: (number: number) => `Go back to version ${number}`,
    withdraw: (number: number) => `Withdraw version ${number}`,
    later: 'Later versions count.',
    earlier: 'Routes get back the terms that they had then, as a new version.',
    waits: 'It becomes effective at its instant.',
    gone: 'It never becomes effective.',
    empty: 'No version was made over an operator file yet.',
  },
  {
    title: 'Rutas',
    back: 'Todas las rutas',
    name: 'Ruta',
    who: 'Organización',
    provider: 'Proveedor',
    limits: 'Límites',
    open: 'Estado',
    trades: 'abierta',
    closed: 'cerrada ahora',
    off: 'desactivada',
    none: 'No hay rutas configuradas',
    why: 'Los archivos de operador describen las rutas: npx corridor apply.',
    versions: 'Versiones de la configuración',
    number: 'Versión',
    status: 'Estado',
    by: 'Por',
    reason: 'Motivo',
    from: 'Vigente desde',
    created: 'Hecha',
    changes: 'Cambios',
    acts: 'Actos',
    rollback: (number: number) => `Volver a la versión ${number}`,
    withdraw: (number: number) => `Retirar la versión ${number}`,
    later: 'Valen las versiones posteriores.',
    earlier: 'Las rutas recuperan las condiciones de entonces, como versión nueva.',
    waits: 'Entra en vigor en su instante.',
    gone: 'Nunca entra en vigor.',
    empty: 'Aún no hay versiones.',
  },
)

export function DeskRoutes() {
  const t = useText(texts)
  const { open } = useSearch({ from: '/operator/routes' })
  const navigate = useNavigate()
  const query = useInfiniteQuery({
    queryKey: ['operator', 'routes'],
    queryFn: ({ pageParam }) => readPage('/operator/v1/routes', pageParam, {}),
    ...paging,
  })
  const columns: Column<Schemas['DeskRoute']>[] = [
    { id: 'name', head: t.name, cell: ({ name }) => name },
    { id: 'who', head: t.who, cell: (route) => route.organization_name },
    {
      id: 'provider',
      head: t.provider,
      cell: (route) => [route.liquidity_provider, ...route.further_providers].join(', '),
    },
    {
      id: 'limits',
      head: t.limits,
      isMoney: true,
      cell: ({ payin_limits: { min, max }, payin_currency: currency }) => (
        <>
          <Money amount={min} currency={currency} /> – <Money amount={max} currency={currency} />
        </>
      ),
    },
    {
      id: 'open',
      head: t.open,
      cell: (route) => (
        <State
          word={route.is_disabled ? t.off : route.is_within_trading_hours ? t.trades : t.closed}
          shape={route.is_disabled ? 'off' : route.is_within_trading_hours ? 'done' : 'waiting'}
        />
      ),
    },
  ]
  if (open !== undefined) return <OneRoute key={open} id={open} back={t.back} />
  return (
    <Page title={t.title}>
      <PagedTable
        name="desk-routes"
        label={t.title}
        query={query}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/operator/routes', search: { open: id } })}
        empty={
          <Empty title={t.none}>
            <p>{t.why}</p>
          </Empty>
        }
      />
      <Versions />
    </Page>
  )
}

function OneRoute({ id, back }: { id: string; back: string }) {
  const t = useText(texts)
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: ['operator', 'route', id],
    queryFn: () => read('/operator/v1/routes/{route_id}', { route_id: id }),
  })
  return (
    <Page
      title={query.data?.name ?? t.name}
      below={query.data?.organization_name}
      acts={
        <button
          type="button"
          className="plain copy"
          onClick={() => void navigate({ to: '/operator/routes', search: {} })}
        >
          {back}
        </button>
      }
    >
      <Answer query={query}>{(route) => <RouteEditor route={route} />}</Answer>
    </Page>
  )
}

function Versions() {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const query = useQuery({
    queryKey: ['operator', 'versions'],
    queryFn: () => read('/operator/v1/configuration/versions'),
  })
  return (
    <Section title={t.versions}>
      <Answer query={query}>
        {(versions) =>
          versions.length === 0 ? (
            <p className="dim">{t.empty}</p>
          ) : (
            <Table
              name="versions"
              label={t.versions}
              rows={versions}
              idOf={({ number }) => String(number)}
              columns={[
                { id: 'number', head: t.number, cell: ({ number }) => number },
                {
                  id: 'status',
                  head: t.status,
                  cell: ({ status }) => <State word={status} shape={shapeOfStatus(status)} />,
                },
                { id: 'by', head: t.by, cell: ({ actor }) => actor.replace(/^user:/, '') },
                { id: 'reason', head: t.reason, cell: ({ reason }) => reason },
                {
                  id: 'from',
                  head: t.from,
                  cell: (one) => <Time at={one.effective_from ?? one.created_at} />,
                },
                {
                  id: 'changes',
                  head: t.changes,
                  cell: ({ changes }) => changes.map(({ what }) => what).join(', '),
                },
                {
                  id: 'acts',
                  head: t.acts,
                  cell: ({ number, status }) =>
                    !may(me, 'configure') ? null : status === 'pending' ? (
                      <DeskAct
                        label={t.withdraw(number)}
                        size="compact-xs"
                        before={t.waits}
                        after={t.gone}
                        run={(_values, reason) =>
                          act(
                            '/operator/v1/configuration/versions/{number}/withdraw',
                            { number },
                            {
                              reason,
                            },
                          )
                        }
                      />
                    ) : status === 'effective' ? (
                      <DeskAct
                        label={t.rollback(number)}
                        size="compact-xs"
                        before={t.later}
                        after={t.earlier}
                        run={(_values, reason) =>
                          act(
                            '/operator/v1/configuration/versions/{number}/rollback',
                            { number },
                            {
                              reason,
                            },
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
