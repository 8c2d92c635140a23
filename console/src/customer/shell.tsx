// The frame of customers' pages: the organization, the pages, the sandbox, and the end of the session.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams, useRouter } from '@tanstack/react-router'
import { lazy, useCallback } from 'react'
import { queries, signOut } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import type { NavGroup } from '../parts/navigation.tsx'
import { sessionQuery, useEnded, useIdle, useLeave } from '../parts/session.ts'
import { Shell } from '../parts/shell.tsx'
import { useOtherTabs } from '../parts/tabs.ts'
import { useWaiting } from './approvals-query.ts'
import { corridor } from './corridor.ts'
import { LiveProvider } from './live.tsx'
import { countOfRequests, openRequestsQuery } from './requests-query.ts'
import { Permitted, useMay } from './rights.tsx'
import { SandboxBar } from './sandbox-bar.tsx'

const texts = bilingual({
  payments: ['Payments', 'Pagos'],
  setup: ['Set up', 'Configuración'],
  developers: ['Developers', 'Desarrollo'],
  overview: ['Overview', 'Resumen'],
  quote: ['New quote', 'Nueva cotización'],
  orders: ['Orders', 'Órdenes'],
  offerings: ['Offerings', 'Ofertas'],
  instruments: ['Instruments', 'Instrumentos'],
  refunds: ['Refunds', 'Reembolsos'],
  requests: ['Information requests', 'Solicitudes de información'],
  events: ['Events', 'Eventos'],
  webhooks: ['Webhooks', 'Webhooks'],
  keys: ['API keys', 'Claves de API'],
  log: ['Request log', 'Registro de solicitudes'],
  organizations: ['Organizations', 'Organizaciones'],
  organization: ['Organization', 'Organización'],
  company: ['Company', 'Empresa'],
  people: ['People', 'Personas'],
  audit: ['Audit', 'Auditoría'],
  approvals: ['Approvals', 'Aprobaciones'],
  account: ['Your account', 'Su cuenta'],
})

const CustomerSearch = lazy(async () => ({
  default: (await import('./search.tsx')).CustomerSearch,
}))

export function CustomerShell() {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const { data: session } = useQuery(sessionQuery)
  const leave = useLeave('customer', signOut)
  useIdle(
    'customer',
    useCallback(() => leave('idle'), [leave]),
  )
  useEnded(useCallback(() => leave('ended'), [leave]))
  const router = useRouter()
  const beginAnew = useCallback(() => {
    queries.clear()
    void router.navigate({ to: '/' })
  }, [router])
  // Another tab may have signed in as somebody else, and this one would show the old data.
  useOtherTabs('customer', beginAnew)
  const may = useMay()
  const { count, hasMore } = useWaiting(organization)
  const waits = count === 0 ? undefined : `${count}${hasMore ? '+' : ''}`
  const { data: asked = [] } = useQuery(openRequestsQuery(organization))
  const at = (path: string) => `/${organization}${path}`
  const people = { label: t.people, to: at('/people'), key: 'p' }
  const nav: readonly NavGroup[] = [
    {
      label: t.payments,
      items: [
        { label: t.overview, to: at(''), key: 'h', isExact: true },
        ...(may('prepare') ? [{ label: t.quote, to: at('/quote'), key: 'n' }] : []),
        { label: t.orders, to: at('/orders'), key: 'o' },
        ...(session?.person == null
          ? []
          : [{ label: t.approvals, to: at('/approvals'), key: 'v', waits }]),
        { label: t.refunds, to: at('/refunds'), key: 'r' },
        {
          label: t.requests,
          to: at('/requests'),
          key: 'a',
          waits: countOfRequests(asked),
        },
      ],
    },
    {
      label: t.setup,
      items: [
        ...(may('quote') ? [{ label: t.offerings, to: at('/offerings'), key: 'f' }] : []),
        { label: t.instruments, to: at('/instruments'), key: 'i' },
        { label: t.organizations, to: at('/organizations'), key: 'z' },
      ],
    },
    {
      label: t.developers,
      items: [
        { label: t.events, to: at('/events'), key: 'e' },
        { label: t.webhooks, to: at('/webhooks'), key: 'w' },
        { label: t.keys, to: at('/keys'), key: 'k' },
        ...(may('develop') ? [{ label: t.log, to: at('/api-log'), key: 'l' }] : []),
      ],
    },
    {
      label: t.company,
      items:
        session?.person == null
          ? // The page says who invites the first person.
            [people]
          : [
              ...(may('manage_people')
                ? [people, { label: t.audit, to: at('/audit'), key: 'd' }]
                : []),
              { label: t.account, to: at('/account'), key: 'u' },
            ],
    },
  ]
  const isSandbox = session?.environment === 'sandbox'
  return (
    <LiveProvider organization={organization}>
      <Shell
        nav={nav}
        whose={<Organizations selected={organization} />}
        sandbox={isSandbox ? <SandboxBar organization={organization} /> : null}
        search={(close, pages) => (
          <CustomerSearch organization={organization} pages={pages} close={close} />
        )}
        signOut={() => leave('asked')}
      >
        <Permitted>
          <Outlet />
        </Permitted>
      </Shell>
    </LiveProvider>
  )
}

function Organizations({ selected }: { selected: string }) {
  const t = useText(texts)
  const router = useRouter()
  const { data } = useQuery({
    queryKey: ['organizations'],
    queryFn: () => corridor.organizations.list().all(),
    staleTime: 60_000,
  })
  const organizations = data ?? []
  const [only] = organizations
  if (only !== undefined && organizations.length === 1) return <span>{only.name}</span>
  return (
    <NativeSelect
      aria-label={t.organization}
      size="xs"
      value={selected}
      data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget }) =>
        void router.navigate({
          to: '/$organization',
          params: { organization: currentTarget.value },
        })
      }
    />
  )
}
