// The addresses of customers' pages: all of an organization.
import {
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { isSignedOut, queries } from '../parts/client.ts'
import { sessionQuery } from '../parts/session.ts'
import { CustomerShell } from './shell.tsx'

type Search = Record<string, unknown>
const text = <Name extends string>(search: Search, ...names: Name[]): { [N in Name]?: string } => {
  const kept: { [N in Name]?: string } = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string') kept[name] = value
  }
  return kept
}

export function customerRoutes<Root extends AnyRoute>(root: Root) {
  const organization = createRoute({
    getParentRoute: () => root,
    path: '/$organization',
    beforeLoad: async ({ location, params }) => {
      if (!params.organization.startsWith('org_')) throw notFound()
      await queries.ensureQueryData(sessionQuery).catch((error: unknown) => {
        if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { to: location.href } })
        throw error
      })
    },
    component: CustomerShell,
  })
  const page = { getParentRoute: () => organization } as const
  return organization.addChildren([
    createRoute({
      ...page,
      path: '/',
      component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
    }),
    createRoute({
      ...page,
      path: '/offerings',
      component: lazyRouteComponent(() => import('./offerings.tsx'), 'Offerings'),
    }),
    createRoute({
      ...page,
      path: '/quote',
      validateSearch: (search: Search) => text(search, 'offering', 'payin', 'payout', 'retry'),
      component: lazyRouteComponent(() => import('./quote.tsx'), 'QuotePage'),
    }),
    createRoute({
      ...page,
      path: '/orders',
      validateSearch: (search: Search) => text(search, 'status', 'reference'),
      component: lazyRouteComponent(() => import('./orders.tsx'), 'Orders'),
    }),
    createRoute({
      ...page,
      path: '/orders/$order',
      component: lazyRouteComponent(() => import('./order.tsx'), 'OrderPage'),
    }),
    createRoute({
      ...page,
      path: '/instruments',
      validateSearch: (search: Search) => text(search, 'open'),
      component: lazyRouteComponent(() => import('./instruments.tsx'), 'Instruments'),
    }),
    createRoute({
      ...page,
      path: '/refunds',
      validateSearch: (search: Search) => text(search, 'open', 'status'),
      component: lazyRouteComponent(() => import('./refunds.tsx'), 'Refunds'),
    }),
    createRoute({
      ...page,
      path: '/requests',
      validateSearch: (search: Search) => text(search, 'open', 'status'),
      component: lazyRouteComponent(() => import('./requests.tsx'), 'Requests'),
    }),
    createRoute({
      ...page,
      path: '/organizations',
      validateSearch: (search: Search) => text(search, 'open'),
      component: lazyRouteComponent(() => import('./organizations.tsx'), 'Organizations'),
    }),
    createRoute({
      ...page,
      path: '/events',
      validateSearch: (search: Search) => text(search, 'open', 'type', 'order'),
      component: lazyRouteComponent(() => import('./events.tsx'), 'Events'),
    }),
    createRoute({
      ...page,
      path: '/webhooks',
      validateSearch: (search: Search) => text(search, 'open', 'scope'),
      component: lazyRouteComponent(() => import('./webhooks.tsx'), 'Webhooks'),
    }),
    createRoute({
      ...page,
      path: '/keys',
      validateSearch: (search: Search) => text(search, 'open'),
      component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
    }),
  ])
}
