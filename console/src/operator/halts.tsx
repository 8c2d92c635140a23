// Is the service well, and what is halted: quotes, fills or sends, everywhere or at one rail or provider.
import { useQuery } from '@tanstack/react-query'
import { rolesWith } from '../../../server/src/parties/operators/roles.ts'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { haltsQuery, may, meQuery, type Schemas } from './api.ts'
import { HaltAct } from './halt-act.tsx'
import { useHaltWords } from './halt-words.ts'
import { claimOfWaiting } from './headlines.ts'
import { ResumeAct } from './resume-act.tsx'
import { useRoles } from './role-words.ts'
import { useStated } from './stated.ts'
import { Unknown } from './unknown.tsx'
import { WaitingForHalt } from './waiting-for-halt.tsx'

const texts = bilingual({
  title: [
    (open: number) => (open === 1 ? '1 halt is in force' : `${open} halts are in force`),
    (open: number) => (open === 1 ? '1 pausa vigente' : `${open} pausas vigentes`),
  ],
  nothing: ['Nothing is halted', 'Nada está en pausa'],
  loading: ['Halts', 'Pausas'],
  what: ['What is halted', 'Qué está en pausa'],
  waiting: ['Waits for its end', 'Espera su fin'],
  by: ['By', 'Por'],
  reason: ['Reason', 'Motivo'],
  since: ['Since', 'Desde'],
  resumers: [
    (roles: string) => `May resume: ${roles}`,
    (roles: string) => `Pueden reanudar: ${roles}`,
  ],
  limited: [
    'You see only some enterprises. A halt concerns all: ask somebody who sees all.',
    'Usted ve solo algunas empresas. Una pausa afecta a todas: pídala a quien las vea todas.',
  ],
  acts: ['Acts', 'Actos'],
  none: ['Quotes, fills and sends go on', 'Cotizaciones, conversiones y envíos siguen'],
  why: [
    'A halt stops quotes, fills or sends at once.',
    'Una pausa detiene cotizaciones, conversiones o envíos de inmediato.',
  ],
  unknown: [
    'Sends and fills that the restored database does not know',
    'Envíos y conversiones que la base restaurada no conoce',
  ],
})

type Halt = Schemas['Halt']
export function Halts() {
  const t = useText(texts)
  const words = useHaltWords()
  const { stated } = useStated()
  const roleNames = useRoles()
  const { data: me } = useQuery(meQuery)
  const query = useQuery(haltsQuery)
  const claim = claimOfWaiting(query.data && [{ data: query.data, cursor: null }])
  const titles = { unknown: t.loading, nothing: t.nothing }
  return (
    <Page title={claim.is === 'some' ? t.title(claim.count) : titles[claim.is]} acts={<HaltAct />}>
      {me?.enterprise_ids == null ? null : <p className="note">{t.limited}</p>}
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
              rows={halts}
              idOf={({ id }) => id}
              columns={[
                { id: 'what', head: t.what, cell: (halt) => words(halt) },
                {
                  id: 'waiting',
                  head: t.waiting,
                  cell: (halt) => <WaitingForHalt halt={halt} />,
                },
                { id: 'by', head: t.by, cell: ({ actor }) => loginOf(actor) },
                {
                  id: 'reason',
                  head: t.reason,
                  isProse: true,
                  cell: ({ reason }) => stated(reason),
                },
                {
                  id: 'since',
                  head: t.since,
                  cell: ({ halted_at: at }) => <Time at={at} isReal />,
                },
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
                    may(me, 'resume') ? (
                      <ResumeAct halt={halt} size="compact-xs" />
                    ) : (
                      <span className="dim">{t.resumers(roleNames(rolesWith('resume')))}</span>
                    ),
                },
              ]}
            />
          )
        }
      </Answer>
    </Page>
  )
}
