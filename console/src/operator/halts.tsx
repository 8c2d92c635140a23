// Is the service well, and what is halted: quotes, fills or sends, everywhere or at one rail or provider.
import { useQuery } from '@tanstack/react-query'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { act, haltsQuery, may, meQuery, type Schemas } from './api.ts'
import { DeskAct, type Values } from './desk-act.tsx'
import { accountsQuery } from './ledger-accounts.ts'
import { ResumeAct } from './resume-act.tsx'
import { useWord } from './status-words.tsx'
import { Unknown } from './unknown.tsx'
import { firstThose } from './words.ts'

const texts = bilingual({
  title: [
    (open: number) =>
      open === 0
        ? 'Nothing is halted'
        : open === 1
          ? '1 halt is in force'
          : `${open} halts are in force`,
    (open: number) =>
      open === 0
        ? 'Nada está parado'
        : open === 1
          ? '1 parada vigente'
          : `${open} paradas vigentes`,
  ],
  loading: ['Halts', 'Paradas'],
  halt: ['Halt quotes, fills or sends', 'Parar cotizaciones, conversiones o envíos'],
  what: ['What', 'Qué'],
  quotes: ['quotes: customers get no prices', 'quotes: los clientes no reciben precios'],
  fills: ['fills: nothing is converted', 'fills: nada se convierte'],
  sends: ['sends: no payout and no refund leaves', 'sends: no sale ningún pago ni reembolso'],
  rail: ['Rail', 'Riel'],
  railHint: ['For sends at one rail. Empty: all.', 'Para envíos en un riel. Vacío: todos.'],
  provider: ['Provider', 'Proveedor'],
  providerHint: [
    'For quotes and fills at one provider. Empty: all.',
    'Para cotizaciones y conversiones de un proveedor. Vacío: todos.',
  ],
  before: ['The service works.', 'El servicio trabaja.'],
  after: [
    'It stops in every process within a second, until somebody resumes it.',
    'Se detiene en cada proceso en un segundo, hasta que alguien lo reanude.',
  ],
  final: [
    'You cannot stop what is in flight already. Its outcome is recorded.',
    'No se puede detener lo que ya está en curso. Su resultado se registra.',
  ],
  where: ['Where', 'Dónde'],
  everywhere: ['everywhere', 'en todas partes'],
  by: ['By', 'Por'],
  reason: ['Reason', 'Motivo'],
  since: ['Since', 'Desde'],
  state: ['State', 'Estado'],
  halted: ['halted', 'parado'],
  resumed: ['resumed', 'reanudado'],
  acts: ['Acts', 'Actos'],
  none: ['Quotes, fills and sends go on', 'Cotizaciones, conversiones y envíos siguen'],
  why: [
    'A halt stops quotes, fills or sends at once.',
    'Una parada detiene cotizaciones, conversiones o envíos de inmediato.',
  ],
  unknown: [
    'Sends and fills that the restored database does not know',
    'Envíos y conversiones que la base restaurada no conoce',
  ],
})

type Halt = Schemas['Halt']
const WHAT = ['quotes', 'fills', 'sends'] as const
const whatOf = (text: string | undefined) => WHAT.find((what) => what === text) ?? 'sends'

const ofSends = ({ what }: Values): boolean => what === 'sends'

export function Halts() {
  const t = useText(texts)
  const word = useWord()
  const { data: me } = useQuery(meQuery)
  const query = useQuery(haltsQuery)
  const { data: known } = useQuery(accountsQuery)
  const open = query.data?.filter(({ resumed_at: at }) => at === null).length
  return (
    <Page
      title={open === undefined ? t.loading : t.title(open)}
      acts={
        may(me, 'halt') ? (
          <DeskAct
            label={t.halt}
            tone="danger"
            repeats
            fields={[
              {
                name: 'what',
                label: t.what,
                options: WHAT.map((what) => ({ value: what, label: t[what] })),
              },
              {
                name: 'rail',
                label: t.rail,
                hint: t.railHint,
                isOptional: true,
                isShown: ofSends,
                suggested: known?.rails ?? [],
              },
              {
                name: 'provider',
                label: t.provider,
                hint: t.providerHint,
                isOptional: true,
                isShown: (values) => !ofSends(values),
                suggested: known?.providers ?? [],
              },
            ]}
            before={t.before}
            after={t.after}
            final={t.final}
            run={({ what, rail = '', provider = '' }, reason) =>
              act(
                '/operator/v1/halts',
                {},
                {
                  what: whatOf(what),
                  reason,
                  ...(rail === '' ? {} : { rail }),
                  ...(provider === '' ? {} : { provider }),
                },
              )
            }
          />
        ) : undefined
      }
    >
      <Answer query={query}>
        {(halts) =>
          halts.length === 0 ? (
            <Empty title={t.none}>
              <p>{t.why}</p>
            </Empty>
          ) : (
            <Table
              name="halts"
              label={t.loading}
              rows={firstThose(halts, ({ resumed_at: at }) => at === null)}
              idOf={({ id }) => id}
              columns={[
                { id: 'what', head: t.what, cell: ({ what }) => word(what) },
                {
                  id: 'where',
                  head: t.where,
                  cell: ({ rail, provider }) => rail ?? provider ?? t.everywhere,
                },
                {
                  id: 'state',
                  head: t.state,
                  cell: ({ resumed_at: at }) => (
                    <State
                      word={at === null ? t.halted : t.resumed}
                      shape={at === null ? 'failed' : 'done'}
                    />
                  ),
                },
                { id: 'by', head: t.by, cell: ({ actor }) => actor.replace(/^user:/, '') },
                { id: 'reason', head: t.reason, cell: ({ reason }) => reason },
                { id: 'since', head: t.since, cell: ({ halted_at: at }) => <Time at={at} /> },
                ...(halts.every((one) => one.unknown_sends + one.unknown_fills === 0)
                  ? []
                  : [
                      {
                        id: 'unknown',
                        head: t.unknown,
                        isMoney: true,
                        cell: ({ id, unknown_sends: sends, unknown_fills: fills }: Halt) => (
                          <Unknown id={id} sends={sends} fills={fills} />
                        ),
                      },
                    ]),
                {
                  id: 'acts',
                  head: t.acts,
                  cell: (halt) =>
                    halt.resumed_at === null && may(me, 'resume') ? (
                      <ResumeAct halt={halt} size="compact-xs" />
                    ) : null,
                },
              ]}
            />
          )
        }
      </Answer>
    </Page>
  )
}
