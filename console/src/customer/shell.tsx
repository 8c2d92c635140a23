// The frame of customers' pages: the organization, the pages, the sandbox, and the end of the session.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { corridor, queries, signOut } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { LiveProvider } from '../parts/live.tsx'
import { sessionQuery, useEnded, useIdle, useLeave } from '../parts/session.ts'
import { Shell } from '../parts/shell.tsx'
import { useOtherTabs } from '../parts/tabs.ts'
import { SandboxBar } from './sandbox-bar.tsx'
import { CustomerSearch } from './search.tsx'

const texts = bilingual(
  {
    overview: 'Overview',
    quote: 'New quote',
    orders: 'Orders',
    offerings: 'Offerings',
    instruments: 'Instruments',
    refunds: 'Refunds',
    requests: 'Information requests',
    events: 'Events',
    webhooks: 'Webhooks',
    keys: 'API keys',
    organizations: 'Organizations',
    organization: 'Organization',
  },
  {
    overview: 'Resumen',
    quote: 'Nueva cotización',
    orders: 'Órdenes',
    offerings: 'Ofertas',
    instruments: 'Instrumentos',
    refunds: 'Reembolsos',
    requests: 'Solicitudes de información',
    events: 'Eventos',
    webhooks: 'Webhooks',
    keys: 'Claves de API',
    organizations: 'Organizaciones',
    organization: 'Organización',
  },
)

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
  // What this tab shows may be another's.
  useOtherTabs('customer', beginAnew)
  const at = (path: string) => `/${organization}${path}`
  const nav = [
    { label: t.overview, to: at(''), key: 'h', isExact: true },
    { label: t.quote, to: at('/quote'), key: 'n' },
    { label: t.orders, to: at('/orders'), key: 'o' },
    { label: t.offerings, to: at('/offerings'), key: 'f' },
    { label: t.instruments, to: at('/instruments'), key: 'i' },
    { label: t.refunds, to: at('/refunds'), key: 'r' },
    { label: t.requests, to: at('/requests'), key: 'a' },
    { label: t.events, to: at('/events'), key: 'e' },
    { label: t.webhooks, to: at('/webhooks'), key: 'w' },
    { label: t.keys, to: at('/keys'), key: 'k' },
    { label: t.organizations, to: at('/organizations'), key: 'z' },
  ]
  const isSandbox = session?.environment === 'sandbox'
  return (
    <LiveProvider organization={organization}>
      <Shell
        nav={nav}
        whose={<Organizations selected={organization} />}
        sandbox={isSandbox ? <SandboxBar organization={organization} /> : null}
        search={(close) => <CustomerSearch organization={organization} close={close} />}
        signOut={() => leave('asked')}
      >
        <Outlet />
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
