// Halts quotes, conversions or sends: everywhere, or at one rail or provider. Nothing is chosen beforehand, because the wrong
// choice stops everything.
import { useQuery } from '@tanstack/react-query'
import { rolesWith } from '../../../server/src/parties/operators/roles.ts'
import { oneOf } from '../parts/chips.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { act, may, meQuery, type Schemas } from './api.ts'
import { DeskAct, type ActField, type Values } from './desk-act.tsx'
import { useHaltWords } from './halt-words.ts'
import { accountsQuery } from './ledger-accounts.ts'
import { useRole, useRoles } from './role-words.ts'

const texts = bilingual({
  halt: ['Halt', 'Pausar'],
  act: [(what: string) => `Halt ${what}`, (what: string) => `Pausar ${what}`],
  what: ['What', 'Qué'],
  whatHint: [
    'To stop one route, disable it on its page. To stop one customer, hold the organization.',
    'Para pausar una ruta, desactívela en su página. Para pausar a un cliente, retenga la organización.',
  ],
  choose: ['choose', 'elija'],
  quotes: ['quotes: customers get no prices', 'cotizaciones: los clientes no reciben precios'],
  fills: ['conversions: no order is converted', 'conversiones: ninguna orden se convierte'],
  sends: ['payouts and refunds: no money leaves', 'pagos y reembolsos: no sale dinero'],
  where: ['Where', 'Dónde'],
  everywhere: ['everywhere', 'en todas partes'],
  rail: [(name: string) => `rail ${name}`, (name: string) => `riel ${name}`],
  provider: [(name: string) => `provider ${name}`, (name: string) => `proveedor ${name}`],
  before: ['It goes on.', 'Sigue en marcha.'],
  after: [
    'It stops in every process within a second, until somebody resumes it.',
    'Se detiene en cada proceso en un segundo, hasta que alguien lo reanude.',
  ],
  resumers: [
    (roles: string) => `May resume it: ${roles}.`,
    (roles: string) => `Pueden reanudar: ${roles}.`,
  ],
  notYou: [
    (role: string, roles: string) =>
      `Your role (${role}) may not resume it. These may: ${roles}. Make sure that one of them can be reached.`,
    (role: string, roles: string) =>
      `Su rol (${role}) no puede reanudarlo. Pueden: ${roles}. Asegúrese de que alguno esté disponible.`,
  ],
  final: [
    'You cannot stop what is in flight already. Its outcome is recorded.',
    'No se puede detener lo que ya está en curso. Su resultado se registra.',
  ],
})

const WHAT = ['quotes', 'fills', 'sends'] as const
type What = (typeof WHAT)[number]
type Halted = Pick<Schemas['Halt'], 'what' | 'rail' | 'provider'>

const EVERYWHERE = '*'
const OF_RAIL = 'rail:'
const OF_PROVIDER = 'provider:'
const whereOf = (what: What): string => `where ${what}`

/** What the form asks for; undefined until it is complete. */
function askedIn(values: Values): Halted | undefined {
  const what = oneOf(WHAT, values['what'])
  const where = what === undefined ? '' : (values[whereOf(what)] ?? '')
  if (what === undefined || where === '') return undefined
  const named = (kind: string) => (where.startsWith(kind) ? where.slice(kind.length) : null)
  return { what, rail: named(OF_RAIL), provider: named(OF_PROVIDER) }
}

/** `fixed`: what a page offers to halt. Without it the form asks. */
export function HaltAct({ fixed, size = 'sm' }: { fixed?: Halted; size?: string }) {
  const t = useText(texts)
  const words = useHaltWords()
  const fields = useFields()
  const effects = useEffects()
  const { data: me } = useQuery(meQuery)
  if (!may(me, 'halt')) return null
  const labelOf = (values: Values) => {
    const asked = fixed ?? askedIn(values)
    return asked === undefined ? t.halt : t.act(words(asked))
  }
  return (
    <DeskAct
      label={labelOf({})}
      labelOf={labelOf}
      tone="danger"
      size={size}
      repeats
      fields={fixed === undefined ? fields : []}
      {...effects}
      run={(values, reason) => {
        const asked = fixed ?? askedIn(values)
        if (asked === undefined) throw new Error('a form without a choice was sent')
        const { what, rail, provider } = asked
        const where = rail !== null ? { rail } : provider !== null ? { provider } : {}
        return act('/operator/v1/halts', {}, { what, reason, ...where })
      }}
    />
  )
}

/** What a halt does, and who may end it. */
function useEffects() {
  const t = useText(texts)
  const roleName = useRole()
  const roleNames = useRoles()
  const { data: me } = useQuery(meQuery)
  const resumers = roleNames(rolesWith('resume'))
  return {
    before: t.before,
    after:
      me === undefined || may(me, 'resume') ? (
        <>
          {t.after} {t.resumers(resumers)}
        </>
      ) : (
        <>
          {t.after} <b>{t.notYou(roleName(me.role), resumers)}</b>
        </>
      ),
    final: t.final,
  }
}

function useFields(): ActField[] {
  const t = useText(texts)
  const { data: known } = useQuery(accountsQuery)
  const choose = { value: '', label: t.choose }
  const rails = (known?.rails ?? []).map((name) => ({
    value: `${OF_RAIL}${name}`,
    label: t.rail(name),
  }))
  const providers = (known?.providers ?? []).map((name) => ({
    value: `${OF_PROVIDER}${name}`,
    label: t.provider(name),
  }))
  const places = { quotes: [...rails, ...providers], fills: providers, sends: rails }
  return [
    {
      name: 'what',
      label: t.what,
      hint: t.whatHint,
      options: [choose, ...WHAT.map((what) => ({ value: what, label: t[what] }))],
    },
    ...WHAT.map((what) => ({
      name: whereOf(what),
      label: t.where,
      isShown: (values: Values) => values['what'] === what,
      options: [choose, ...places[what], { value: EVERYWHERE, label: t.everywhere }],
    })),
  ]
}
