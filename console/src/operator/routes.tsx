// The addresses of operators' pages. Nothing of them is loaded before the first is opened.
import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { isSignedOut, queries } from '../parts/client.ts'

type Search = Record<string, unknown>
const text =
  <Name extends string>(...names: Name[]) =>
  (search: Search): { [N in Name]?: string } => {
    const kept: { [N in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string') kept[name] = value
    }
    return kept
  }

export function operatorRoutes<Root extends AnyRoute>(root: Root) {
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/operator/sign-in',
    validateSearch: text('to', 'because'),
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'OperatorSignIn'),
  })
  const enrol = createRoute({
    getParentRoute: () => root,
    path: '/operator/enrol',
    component: lazyRouteComponent(() => import('./enrol.tsx'), 'Enrol'),
  })
  const desk = createRoute({
    getParentRoute: () => root,
    path: '/operator',
    beforeLoad: async ({ location }) => {
      const { meQuery } = await import('./api.ts')
      await queries.ensureQueryData(meQuery).catch((error: unknown) => {
        if (isSignedOut(error))
          throw redirect({ to: '/operator/sign-in', search: { to: location.href } })
        throw error
      })
    },
    component: lazyRouteComponent(() => import('./shell.tsx'), 'OperatorShell'),
  })
  const page = { getParentRoute: () => desk } as const
  const pages = desk.addChildren([
    createRoute({
      ...page,
      path: '/',
      component: lazyRouteComponent(() => import('./board.tsx'), 'Board'),
    }),
    createRoute({
      ...page,
      path: '/queue',
      validateSearch: text('kind', 'assignee', 'snoozed', 'open'),
      component: lazyRouteComponent(() => import('./queue.tsx'), 'QueuePage'),
    }),
    createRoute({
      ...page,
      path: '/approvals',
      validateSearch: text('status', 'open'),
      component: lazyRouteComponent(() => import('./approvals.tsx'), 'Approvals'),
    }),
    createRoute({
      ...page,
      path: '/orders',
      validateSearch: text('status', 'organization'),
      component: lazyRouteComponent(() => import('./orders.tsx'), 'DeskOrders'),
    }),
    createRoute({
      ...page,
      path: '/orders/$order',
      component: lazyRouteComponent(() => import('./order.tsx'), 'DeskOrderPage'),
    }),
    createRoute({
      ...page,
      path: '/money',
      validateSearch: text(
        'kind',
        'status',
        'organization',
        'rail',
        'currency',
        'from',
        'to',
        'open',
      ),
      component: lazyRouteComponent(() => import('./money.tsx'), 'DeskMoney'),
    }),
    createRoute({
      ...page,
      path: '/routes',
      validateSearch: text('open'),
      component: lazyRouteComponent(() => import('./desk-routes.tsx'), 'DeskRoutes'),
    }),
    createRoute({
      ...page,
      path: '/configuration',
      validateSearch: text('open'),
      component: lazyRouteComponent(() => import('./configuration.tsx'), 'Configuration'),
    }),
    createRoute({
      ...page,
      path: '/accounts',
      validateSearch: text('rail', 'open'),
      component: lazyRouteComponent(() => import('./accounts.tsx'), 'FundingAccounts'),
    }),
    createRoute({
      ...page,
      path: '/keys',
      validateSearch: text('status', 'enterprise', 'open'),
      component: lazyRouteComponent(() => import('./keys.tsx'), 'DeskKeys'),
    }),
    createRoute({
      ...page,
      path: '/providers',
      validateSearch: text('open'),
      component: lazyRouteComponent(() => import('./providers.tsx'), 'Providers'),
    }),
    createRoute({
      ...page,
      path: '/rails',
      validateSearch: text('open'),
      component: lazyRouteComponent(() => import('./rails.tsx'), 'Rails'),
    }),
    createRoute({
      ...page,
      path: '/treasury',
      component: lazyRouteComponent(() => import('./treasury.tsx'), 'Treasury'),
    }),
    createRoute({
      ...page,
      path: '/reconciliation',
      validateSearch: text('open'),
      component: lazyRouteComponent(() => import('./reconciliation.tsx'), 'Reconciliation'),
    }),
    createRoute({
      ...page,
      path: '/reports',
      validateSearch: text('report', 'from', 'to', 'organization', 'by', 'account'),
      component: lazyRouteComponent(() => import('./reports.tsx'), 'Reports'),
    }),
    createRoute({
      ...page,
      path: '/information',
      validateSearch: text('status', 'organization', 'order', 'open'),
      component: lazyRouteComponent(() => import('./information.tsx'), 'Information'),
    }),
    createRoute({
      ...page,
      path: '/instruments',
      validateSearch: text('status', 'organization', 'open'),
      component: lazyRouteComponent(() => import('./instruments.tsx'), 'Instruments'),
    }),
    createRoute({
      ...page,
      path: '/webhooks',
      validateSearch: text('status', 'open'),
      component: lazyRouteComponent(() => import('./webhooks.tsx'), 'DeskWebhooks'),
    }),
    createRoute({
      ...page,
      path: '/limits',
      validateSearch: text('open'),
      component: lazyRouteComponent(() => import('./limits.tsx'), 'Limits'),
    }),
    createRoute({
      ...page,
      path: '/halts',
      component: lazyRouteComponent(() => import('./halts.tsx'), 'Halts'),
    }),
    createRoute({
      ...page,
      path: '/audit',
      validateSearch: text('actor', 'act', 'subject'),
      component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
    }),
    createRoute({
      ...page,
      path: '/users',
      component: lazyRouteComponent(() => import('./users.tsx'), 'Users'),
    }),
    createRoute({
      ...page,
      path: '/passkeys',
      component: lazyRouteComponent(() => import('./your-passkeys.tsx'), 'YourPasskeys'),
    }),
  ])
  return [signIn, enrol, pages] as const
}
