// The addresses of the console. Customers' pages are below the organization, operators' pages below /operator. Each page
// is loaded when it is opened first.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { customerRoutes } from './customer/routes.tsx'
import { SignInPage } from './customer/sign-in.tsx'
import { operatorRoutes } from './operator/routes.tsx'
import { callConsole, isSignedOut, queries } from './parts/client.ts'
import { sessionQuery } from './parts/session.ts'
import { Broken, NothingHere } from './parts/broken.tsx'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NothingHere,
  errorComponent: ({ error }) => <Broken error={error} />,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (
    search: Record<string, unknown>,
  ): { to?: string; because?: string; as?: string; company?: string } => ({
    ...(typeof search['as'] === 'string' ? { as: search['as'] } : {}),
    ...(typeof search['to'] === 'string' ? { to: search['to'] } : {}),
    ...(typeof search['company'] === 'string' ? { company: search['company'] } : {}),
    ...(typeof search['because'] === 'string' ? { because: search['because'] } : {}),
  }),
  component: SignInPage,
})

const identityReturn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/identity/$company',
  component: lazyRouteComponent(() => import('./customer/identity-return.tsx'), 'IdentityReturn'),
})

const enrol = createRoute({
  getParentRoute: () => root,
  path: '/enrol',
  component: lazyRouteComponent(() => import('./customer/enrol.tsx'), 'PersonEnrol'),
})

const admission = createRoute({
  getParentRoute: () => root,
  path: '/admission',
  component: lazyRouteComponent(() => import('./customer/admission.tsx'), 'Admission'),
})

/** The first page is the overview of the key's first organization. */
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ location }) => {
    const session = await queries.fetchQuery(sessionQuery).catch((error: unknown) => {
      if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { to: location.href } })
      throw error
    })
    if (session.person?.awaits_admission === true) throw redirect({ to: '/admission' })
    const first =
      session.organization_id ??
      (await callConsole<readonly { id: string }[]>('GET', '/v1/organizations?limit=1'))[0]?.id
    if (first !== undefined)
      throw redirect({ to: '/$organization', params: { organization: first } })
  },
  component: NothingHere,
})

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    signIn,
    identityReturn,
    enrol,
    admission,
    customerRoutes(root),
    ...operatorRoutes(root),
  ]),
  basepath: '/console',
  // Values are text: a program must not read 1911.10 as the number 1911.1.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
