// What the reader may do, by the table of the server. The service decides; the pages only hide what it would refuse, and say
// who may.
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'
import {
  customerMay,
  customerRolesWith,
  type CustomerRight,
  type CustomerRole,
} from '../../../server/src/platform/access/customer-roles.ts'
import { ActsClosed } from '../parts/act.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'

const roleTexts = bilingual({
  viewer: ['viewer', 'lector'],
  preparer: ['preparer', 'preparador'],
  approver: ['approver', 'aprobador'],
  developer: ['developer', 'desarrollador'],
  admin: ['admin', 'administrador'],
  or: ['or', 'o'],
})

const texts = bilingual({
  closed: [
    (role: string, who: string) =>
      `Your role is ${role}. To act on this page, the role ${who} is needed.`,
    (role: string, who: string) =>
      `Su rol es ${role}. Para actuar en esta página se necesita el rol ${who}.`,
  ],
  person: ['Only people see this page', 'Solo las personas ven esta página'],
  key: [
    'You signed in with an API key. Sign in as a person.',
    'Usted entró con una clave de API. Entre como persona.',
  ],
  firstAdmin: ['How the first person comes in', 'Cómo entra la primera persona'],
  hidden: ['Your role does not see this page', 'Su rol no ve esta página'],
})

/** What acts of a page need, by the first part of its path below the organization. Other pages have none. */
const ACTS: Readonly<Record<string, CustomerRight>> = {
  quote: 'prepare',
  orders: 'prepare',
  instruments: 'prepare',
  organizations: 'prepare',
  requests: 'prepare',
  offerings: 'prepare',
  webhooks: 'develop',
  keys: 'develop',
}
/** What a page itself needs. */
const READS: Readonly<Record<string, CustomerRight>> = {
  'api-log': 'develop',
  people: 'manage_people',
  audit: 'manage_people',
  offerings: 'quote',
  quote: 'quote',
}

/** Keys have scopes, and see no page of people. */
export function useMay(): (right: CustomerRight) => boolean {
  const { data } = useQuery(sessionQuery)
  const person = data?.person
  return useCallback(
    (right) =>
      person == null
        ? right !== 'manage_people' && right !== 'approve'
        : customerMay(person.role, right),
    [person],
  )
}

export function useRoleWords(): {
  one: (role: CustomerRole) => string
  who: (right: CustomerRight) => string
} {
  const t = useText(roleTexts)
  return {
    one: (role) => t[role],
    who: (right) =>
      customerRolesWith(right)
        .map((role) => t[role])
        .join(` ${t.or} `),
  }
}

/** A page with only those acts that the reader may do. */
export function Permitted({ children }: { children: ReactNode }) {
  const t = useText(texts)
  const may = useMay()
  const { one, who } = useRoleWords()
  const { data: session } = useQuery(sessionQuery)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [, organization = '', place = ''] = path.replace(/^\/console/, '').split('/')
  const right = ACTS[place]
  const isClosed = useCallback(
    (asked?: CustomerRight) => {
      const needed = asked ?? right
      return needed !== undefined && !may(needed)
    },
    [right, may],
  )
  const needed = READS[place]
  const role = session?.person?.role
  // The page People tells a key how the first admin comes in.
  const isForKeys = place === 'people' && role === undefined
  const isHidden =
    (needed !== undefined && !may(needed) && !isForKeys) ||
    (place === 'account' && role === undefined)
  if (session !== undefined && isHidden)
    return (
      <Page title={role === undefined ? t.person : t.hidden}>
        {role === undefined || needed === undefined ? (
          <p>
            {t.key}{' '}
            <Link to="/$organization/people" params={{ organization }}>
              {t.firstAdmin}
            </Link>
          </p>
        ) : (
          <p>{t.closed(one(role), who(needed))}</p>
        )}
      </Page>
    )
  return (
    <ActsClosed value={isClosed}>
      {role !== undefined && right !== undefined && !may(right) ? (
        <p className="note">{t.closed(one(role), who(right))}</p>
      ) : null}
      {children}
    </ActsClosed>
  )
}
