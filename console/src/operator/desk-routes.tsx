// The routes of all customers with their terms.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Answer, Empty } from '../parts/answers.tsx'
import { Bars } from '../parts/chart.tsx'
import { heightOf } from '../parts/height.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { useSort } from '../parts/sort.ts'
import { PagedTable, usePages, type Column } from '../parts/table.tsx'
import { readPage, readQuery, type Schemas } from './api.ts'
import { OpenTotalOfWeek } from './open-total-chart.tsx'
import { RouteEditor } from './route-editor.tsx'

const texts = bilingual({
  title: ['Routes', 'Rutas'],
  back: ['All routes', 'Todas las rutas'],
  name: ['Route', 'Ruta'],
  who: ['Organization', 'Organización'],
  provider: ['Provider', 'Proveedor'],
  limits: ['Limits', 'Límites'],
  open: ['State', 'Estado'],
  trades: ['trading', 'abierta'],
  closed: ['closed now', 'cerrada ahora'],
  opens: ['opens', 'abre'],
  never: ['does not open within a year', 'no abre en un año'],
  off: ['disabled', 'desactivada'],
  none: ['No route is configured', 'No hay rutas configuradas'],
  why: ['Operator files describe routes.', 'Los archivos de operador describen las rutas.'],
  file: ['Upload a file of routes', 'Subir un archivo de rutas'],
  full: ['How much more may await funding?', '¿Cuánto más puede esperar fondos?'],
  awaiting: ['Awaits funding', 'Espera fondos'],
  of: ['of at most', 'de un máximo de'],
})

export function DeskRoutes() {
  const t = useText(texts)
  const { open } = useSearch({ from: '/operator/routes' })
  const navigate = useNavigate()
  const { sorting, sorted } = useSort('created')
  const query = usePages(['operator', 'routes', 'list', sorting], (pageParam) =>
    readPage('/operator/v1/routes', pageParam, sorting),
  )
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
      cell: (route) => <StateOf route={route} />,
    },
  ]
  if (open !== undefined) return <OneRoute key={open} id={open} back={t.back} />
  return (
    <Page title={t.title}>
      <PagedTable
        {...sorted}
        name="desk-routes"
        label={t.title}
        query={query}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/operator/routes', search: { open: id } })}
        empty={
          <Empty title={t.none}>
            <p>
              {t.why}{' '}
              <Link to="/operator/configuration" search={{ open: 'new' }}>
                {t.file}
              </Link>
            </p>
          </Empty>
        }
      />
    </Page>
  )
}

/** Hours of its own, those of its providers and bank holidays, as the service puts them together. */
function StateOf({ route }: { route: Schemas['DeskRoute'] }) {
  const t = useText(texts)
  if (route.is_disabled) return <State word={t.off} shape="off" />
  if (route.is_open) return <State word={t.trades} shape="done" />
  return (
    <>
      <State word={t.closed} shape="waiting" />
      <div className="dim">
        {route.opens_at === null ? (
          t.never
        ) : (
          <>
            {t.opens} <Time at={route.opens_at} isExact />
          </>
        )}
      </div>
    </>
  )
}

function OneRoute({ id, back }: { id: string; back: string }) {
  const t = useText(texts)
  const navigate = useNavigate()
  const query = useQuery(readQuery('/operator/v1/routes/{route_id}', { route_id: id }))
  return (
    <Page
      title={query.data?.name ?? t.name}
      below={
        query.data && (
          <>
            {query.data.organization_name} <StateOf route={query.data} />
          </>
        )
      }
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
      <Answer query={query}>
        {(route) => (
          <>
            <OpenTotal route={route} />
            <RouteEditor route={route} />
          </>
        )}
      </Answer>
    </Page>
  )
}

/** The open total against its bound: now, and over a week. */
function OpenTotal({ route }: { route: Schemas['DeskRoute'] }) {
  const t = useText(texts)
  const { id, open_total: open, max_open_total: most, payin_currency: currency } = route
  return (
    <Section title={t.full}>
      <Bars
        isScaled={false}
        bars={[
          {
            id: 'open',
            label: t.awaiting,
            text: (
              <>
                <Money amount={open} currency={currency} /> {t.of}{' '}
                <Money amount={most} currency={currency} />
              </>
            ),
            // The soft ground of the bar is what is still free.
            accent: heightOf(open),
            whole: heightOf(most),
          },
        ]}
      />
      <OpenTotalOfWeek {...{ id, currency }} organization={route.organization_id} />
    </Section>
  )
}
