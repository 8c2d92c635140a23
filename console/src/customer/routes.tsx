// The addresses of customers' pages: all of an organization. Nothing of them is loaded before the first is opened.
import {
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { isSignedOut, queries } from '../parts/client.ts'
import { shown } from '../parts/search.ts'
import { sessionQuery } from '../parts/session.ts'

export function customerRoutes<Root extends AnyRoute>(root: Root) {
  const organization = createRoute({
    getParentRoute: () => root,
    path: '/$organization',
    beforeLoad: async ({ location, params }) => {
      if (!params.organization.startsWith('org_')) throw notFound()
      const session = await queries.ensureQueryData(sessionQuery).catch((error: unknown) => {
        if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { to: location.href } })
        throw error
      })
      if (session.person?.awaits_admission === true) throw redirect({ to: '/admission' })
    },
    component: lazyRouteComponent(() => import('./shell.tsx'), 'CustomerShell'),
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
      path: '/people',
      component: lazyRouteComponent(() => import('./people.tsx'), 'People'),
    }),
    createRoute({
      ...page,
      path: '/approvals',
      component: lazyRouteComponent(() => import('./approvals.tsx'), 'Approvals'),
    }),
    createRoute({
      ...page,
      path: '/audit',
      validateSearch: shown('sort'),
      component: lazyRouteComponent(() => import('./audit.tsx'), 'CustomerAudit'),
    }),
    createRoute({
      ...page,
      path: '/account',
      component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
    }),
    createRoute({
      ...page,
      path: '/offerings',
      component: lazyRouteComponent(() => import('./offerings.tsx'), 'Offerings'),
    }),
    createRoute({
      ...page,
      path: '/quote',
      validateSearch: shown('offering', 'payin', 'payout', 'retry'),
      component: lazyRouteComponent(() => import('./quote.tsx'), 'QuotePage'),
    }),
    createRoute({
      ...page,
      path: '/orders',
      validateSearch: shown('status', 'text', 'from', 'to'),
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
      validateSearch: shown('open'),
      component: lazyRouteComponent(() => import('./instruments.tsx'), 'Instruments'),
    }),
    createRoute({
      ...page,
      path: '/refunds',
      validateSearch: shown('open', 'status', 'currency', 'min', 'max', 'from', 'to', 'sort'),
      component: lazyRouteComponent(() => import('./refunds.tsx'), 'Refunds'),
    }),
    createRoute({
      ...page,
      path: '/requests',
      validateSearch: shown('open', 'status'),
      component: lazyRouteComponent(() => import('./requests.tsx'), 'Requests'),
    }),
    createRoute({
      ...page,
      path: '/organizations',
      validateSearch: shown('open'),
      component: lazyRouteComponent(() => import('./organizations.tsx'), 'Organizations'),
    }),
    createRoute({
      ...page,
      path: '/events',
      validateSearch: shown('open', 'type', 'order'),
      component: lazyRouteComponent(() => import('./events.tsx'), 'Events'),
    }),
    createRoute({
      ...page,
      path: '/webhooks',
      validateSearch: shown('open', 'scope'),
      component: lazyRouteComponent(() => import('./webhooks.tsx'), 'Webhooks'),
    }),
    createRoute({
      ...page,
      path: '/keys',
      validateSearch: shown('open'),
      component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
    }),
    createRoute({
      ...page,
      path: '/api-log',
      validateSearch: shown('open', 'status', 'q', 'from', 'to'),
      component: lazyRouteComponent(() => import('./api-log.tsx'), 'ApiLog'),
    }),
  ])
}
