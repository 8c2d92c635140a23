// The addresses of operators' pages. Nothing of them is loaded before the first is opened.
import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { isSignedOut, queries } from '../parts/client.ts'
import { shown } from '../parts/search.ts'

export function operatorRoutes<Root extends AnyRoute>(root: Root) {
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/operator/sign-in',
    validateSearch: shown('to', 'because'),
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'OperatorSignIn'),
  })
  const enrol = createRoute({
    getParentRoute: () => root,
    path: '/operator/enrol',
    component: lazyRouteComponent(() => import('./enrol.tsx'), 'OperatorEnrol'),
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
      validateSearch: shown('kind', 'assignee', 'snoozed', 'open'),
      component: lazyRouteComponent(() => import('./queue.tsx'), 'QueuePage'),
    }),
    createRoute({
      ...page,
      path: '/approvals',
      validateSearch: shown('status', 'act', 'actor', 'from', 'to', 'sort', 'open'),
      component: lazyRouteComponent(() => import('./approvals.tsx'), 'Approvals'),
    }),
    createRoute({
      ...page,
      path: '/orders',
      validateSearch: shown(
        'status',
        'organization',
        'pair',
        'side',
        'currency',
        'min',
        'max',
        'from',
        'to',
        'text',
        'sort',
      ),
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
      validateSearch: shown(
        'kind',
        'status',
        'organization',
        'rail',
        'currency',
        'min',
        'max',
        'from',
        'to',
        'text',
        'sort',
        'open',
      ),
      component: lazyRouteComponent(() => import('./money.tsx'), 'DeskMoney'),
    }),
    createRoute({
      ...page,
      path: '/routes',
      validateSearch: shown('open', 'sort'),
      component: lazyRouteComponent(() => import('./desk-routes.tsx'), 'DeskRoutes'),
    }),
    createRoute({
      ...page,
      path: '/configuration',
      validateSearch: shown('open'),
      component: lazyRouteComponent(() => import('./configuration.tsx'), 'Configuration'),
    }),
    createRoute({
      ...page,
      path: '/accounts',
      validateSearch: shown('rail', 'from', 'to', 'sort', 'open'),
      component: lazyRouteComponent(() => import('./accounts.tsx'), 'FundingAccounts'),
    }),
    createRoute({
      ...page,
      path: '/keys',
      validateSearch: shown('status', 'enterprise', 'from', 'to', 'sort', 'open'),
      component: lazyRouteComponent(() => import('./keys.tsx'), 'DeskKeys'),
    }),
    createRoute({
      ...page,
      path: '/providers',
      validateSearch: shown('open'),
      component: lazyRouteComponent(() => import('./providers.tsx'), 'Providers'),
    }),
    createRoute({
      ...page,
      path: '/rails',
      validateSearch: shown('open'),
      component: lazyRouteComponent(() => import('./rails.tsx'), 'Rails'),
    }),
    createRoute({
      ...page,
      path: '/treasury',
      validateSearch: shown('status', 'currency', 'from', 'to', 'sort'),
      component: lazyRouteComponent(() => import('./treasury.tsx'), 'Treasury'),
    }),
    createRoute({
      ...page,
      path: '/reconciliation',
      validateSearch: shown('sort', 'open'),
      component: lazyRouteComponent(() => import('./reconciliation.tsx'), 'Reconciliation'),
    }),
    createRoute({
      ...page,
      path: '/reports',
      validateSearch: shown('report', 'from', 'to', 'organization', 'by', 'account'),
      component: lazyRouteComponent(() => import('./reports.tsx'), 'Reports'),
    }),
    createRoute({
      ...page,
      path: '/information',
      validateSearch: shown('status', 'organization', 'order', 'from', 'to', 'sort', 'open'),
      component: lazyRouteComponent(() => import('./information.tsx'), 'Information'),
    }),
    createRoute({
      ...page,
      path: '/instruments',
      validateSearch: shown('status', 'organization', 'currency', 'from', 'to', 'sort', 'open'),
      component: lazyRouteComponent(() => import('./instruments.tsx'), 'Instruments'),
    }),
    createRoute({
      ...page,
      path: '/webhooks',
      validateSearch: shown('status', 'organization', 'from', 'to', 'sort', 'open'),
      component: lazyRouteComponent(() => import('./webhooks.tsx'), 'DeskWebhooks'),
    }),
    createRoute({
      ...page,
      path: '/limits',
      validateSearch: shown('status', 'enterprise', 'from', 'to', 'text', 'sort', 'open'),
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
      validateSearch: shown('actor', 'act', 'subject', 'from', 'to', 'sort'),
      component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
    }),
    createRoute({
      ...page,
      path: '/users',
      validateSearch: shown('status', 'role', 'text'),
      component: lazyRouteComponent(() => import('./users.tsx'), 'Users'),
    }),
    createRoute({
      ...page,
      path: '/passkeys',
      component: lazyRouteComponent(() => import('./passkeys.tsx'), 'OperatorPasskeys'),
    }),
  ])
  return [signIn, enrol, pages] as const
}
