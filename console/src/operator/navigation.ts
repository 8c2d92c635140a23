// The pages of the desk in groups. Queue and approvals say how much waits.
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import type { NavGroup } from '../parts/navigation.tsx'
import { may, queueCountsQuery, type Me } from './api.ts'

const texts = bilingual({
  work: ['Work', 'Trabajo'],
  moneyGroup: ['Money', 'Dinero'],
  market: ['Market', 'Mercado'],
  customers: ['Customers', 'Clientes'],
  desk: ['Desk', 'Mesa'],
  board: ['Board', 'Tablero'],
  queue: ['Queue', 'Cola'],
  approvals: ['Approvals', 'Aprobaciones'],
  orders: ['Orders', 'Órdenes'],
  money: ['Payments', 'Entradas y salidas'],
  routes: ['Routes', 'Rutas'],
  providers: ['Providers', 'Proveedores'],
  rails: ['Rails', 'Rieles'],
  treasury: ['Treasury', 'Tesorería'],
  reconciliation: ['Reconciliation', 'Conciliación'],
  reports: ['Reports', 'Informes'],
  information: ['Information requests', 'Solicitudes'],
  instruments: ['Instruments', 'Instrumentos'],
  webhooks: ['Webhooks', 'Webhooks'],
  organizations: ['Organizations', 'Organizaciones'],
  keys: ['API keys', 'Claves de API'],
  accounts: ['Funding accounts', 'Cuentas receptoras'],
  configuration: ['Configuration', 'Configuración'],
  halts: ['Halts', 'Pausas'],
  audit: ['Audit trail', 'Auditoría'],
  users: ['Users and keys', 'Usuarios y claves'],
  account: ['Your passkeys', 'Sus passkeys'],
  // Words of what each page does: the palette finds the page by them.
  ofMoney: ['deposits payouts refunds', 'depósitos pagos reembolsos'],
  ofReports: ['statement margin exposure export', 'extracto margen exposición exportar'],
  ofHalts: ['halt resume pause', 'pausar reanudar'],
  ofKeys: ['create an API key, revoke', 'crear una clave de API, revocar'],
  ofUsers: ['create a user, login, role', 'crear un usuario, rol'],
})

/** `isEnded`: there is no session to count with. */
export function useDeskNavigation(me: Me | undefined, isEnded: boolean): readonly NavGroup[] {
  const t = useText(texts)
  const { data: counts = [] } = useQuery({
    ...queueCountsQuery,
    enabled: me !== undefined && !isEnded,
  })
  const waits = (of: typeof counts): string | undefined => {
    const count = of.reduce((sum, one) => sum + one.for_you, 0)
    const isMore = of.some((one) => one.is_more && one.for_you > 0)
    return count === 0 ? undefined : `${count}${isMore ? '+' : ''}`
  }
  const approvals = counts.filter(({ kind }) => kind === 'approval')
  const requests = counts.filter(({ kind }) => kind === 'information_request')
  return [
    {
      label: t.work,
      items: [
        { label: t.board, to: '/operator', key: 'h', isExact: true },
        { label: t.queue, to: '/operator/queue', key: 'q', waits: waits(counts) },
        { label: t.approvals, to: '/operator/approvals', key: 'a', waits: waits(approvals) },
        { label: t.orders, to: '/operator/orders', key: 'o' },
        { label: t.information, to: '/operator/information', key: 'n', waits: waits(requests) },
      ],
    },
    {
      label: t.moneyGroup,
      items: [
        { label: t.money, to: '/operator/money', key: 'm', words: t.ofMoney },
        { label: t.treasury, to: '/operator/treasury', key: 't' },
        { label: t.reconciliation, to: '/operator/reconciliation', key: 'c' },
        { label: t.accounts, to: '/operator/accounts', key: 'f' },
        { label: t.reports, to: '/operator/reports', key: 'e', words: t.ofReports },
      ],
    },
    {
      label: t.market,
      items: [
        { label: t.routes, to: '/operator/routes', key: 'r' },
        { label: t.providers, to: '/operator/providers', key: 'p' },
        { label: t.rails, to: '/operator/rails', key: 'i' },
        { label: t.halts, to: '/operator/halts', key: 'x', words: t.ofHalts },
        { label: t.configuration, to: '/operator/configuration', key: 'v' },
      ],
    },
    {
      label: t.customers,
      items: [
        { label: t.organizations, to: '/operator/limits', key: 'l' },
        { label: t.instruments, to: '/operator/instruments', key: 's' },
        { label: t.keys, to: '/operator/keys', key: 'y', words: t.ofKeys },
        { label: t.webhooks, to: '/operator/webhooks', key: 'w' },
      ],
    },
    {
      label: t.desk,
      items: [
        ...(may(me, 'read_audit') ? [{ label: t.audit, to: '/operator/audit', key: 'd' }] : []),
        ...(may(me, 'manage_users')
          ? [{ label: t.users, to: '/operator/users', key: 'u', words: t.ofUsers }]
          : []),
        { label: t.account, to: '/operator/passkeys', key: 'k' },
      ],
    },
  ]
}
