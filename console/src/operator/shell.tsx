// The frame of operators' pages: who is signed in, the pages, and the end of the session.
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useCallback } from 'react'
import { bilingual, useText } from '../parts/language.tsx'
import { useIdle, useLeave } from '../parts/session.ts'
import { Shell } from '../parts/shell.tsx'
import { act, may, meQuery } from './api.ts'
import { useSignInAgain } from './ended.tsx'
import { PollProvider } from './live.tsx'
import { DeskSearch } from './search.tsx'
import { SecretProvider } from './secrets.tsx'

const texts = bilingual(
  {
    board: 'Board',
    queue: 'Queue',
    approvals: 'Approvals',
    orders: 'Orders',
    money: 'Money',
    routes: 'Routes',
    providers: 'Providers',
    rails: 'Rails',
    treasury: 'Treasury',
    reconciliation: 'Reconciliation',
    reports: 'Reports',
    information: 'Information requests',
    instruments: 'Instruments',
    webhooks: 'Webhooks',
    limits: 'Organizations',
    keys: 'API keys',
    accounts: 'Funding accounts',
    configuration: 'Configuration',
    halts: 'Halts',
    audit: 'Audit trail',
    users: 'Users and keys',
    account: 'Your passkeys',
    sandbox: 'Sandbox: no money moves.',
    sandboxLabel: 'Sandbox',
  },
  {
    board: 'Tablero',
    queue: 'Cola',
    approvals: 'Aprobaciones',
    orders: 'Órdenes',
    money: 'Dinero',
    routes: 'Rutas',
    providers: 'Proveedores',
    rails: 'Rieles',
    treasury: 'Tesorería',
    reconciliation: 'Conciliación',
    reports: 'Informes',
    information: 'Solicitudes',
    instruments: 'Instrumentos',
    webhooks: 'Webhooks',
    limits: 'Organizaciones',
    keys: 'Claves de API',
    accounts: 'Cuentas de fondeo',
    configuration: 'Configuración',
    halts: 'Paradas',
    audit: 'Auditoría',
    users: 'Usuarios y claves',
    account: 'Sus passkeys',
    sandbox: 'Sandbox: no se mueve dinero.',
    sandboxLabel: 'Sandbox',
  },
)

export function OperatorShell() {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const leave = useLeave('operator', signOut)
  useIdle(
    'operator',
    useCallback(() => leave('idle'), [leave]),
  )
  const { isEnded, signIn } = useSignInAgain(me)
  const nav = [
    { label: t.board, to: '/operator', key: 'h', isExact: true },
    { label: t.queue, to: '/operator/queue', key: 'q' },
    { label: t.approvals, to: '/operator/approvals', key: 'a' },
    { label: t.orders, to: '/operator/orders', key: 'o' },
    { label: t.money, to: '/operator/money', key: 'm' },
    { label: t.routes, to: '/operator/routes', key: 'r' },
    { label: t.configuration, to: '/operator/configuration', key: 'v' },
    { label: t.providers, to: '/operator/providers', key: 'p' },
    { label: t.rails, to: '/operator/rails', key: 'i' },
    { label: t.accounts, to: '/operator/accounts', key: 'f' },
    { label: t.treasury, to: '/operator/treasury', key: 't' },
    { label: t.reconciliation, to: '/operator/reconciliation', key: 'c' },
    { label: t.reports, to: '/operator/reports', key: 'e' },
    { label: t.limits, to: '/operator/limits', key: 'l' },
    { label: t.instruments, to: '/operator/instruments', key: 's' },
    { label: t.keys, to: '/operator/keys', key: 'y' },
    { label: t.information, to: '/operator/information', key: 'n' },
    { label: t.webhooks, to: '/operator/webhooks', key: 'w' },
    { label: t.halts, to: '/operator/halts', key: 'x' },
    ...(may(me, 'read_audit') ? [{ label: t.audit, to: '/operator/audit', key: 'd' }] : []),
    ...(may(me, 'manage_users') ? [{ label: t.users, to: '/operator/users', key: 'u' }] : []),
    { label: t.account, to: '/operator/passkeys', key: 'k' },
  ]
  return (
    <PollProvider isPaused={isEnded}>
      {signIn}
      <Shell
        key={me?.actor}
        nav={nav}
        home="/operator"
        whose={me === undefined ? null : `${me.actor.replace(/^user:/, '')}, ${me.role}`}
        sandbox={
          me?.environment === 'sandbox' ? (
            <section className="sandbox-bar" aria-label={t.sandboxLabel}>
              {t.sandbox}
            </section>
          ) : null
        }
        search={(close) => <DeskSearch close={close} />}
        signOut={() => leave('asked')}
      >
        <SecretProvider>
          <Outlet />
        </SecretProvider>
      </Shell>
    </PollProvider>
  )
}

const signOut = () => act('/operator/v1/sign-out', {}, undefined)
