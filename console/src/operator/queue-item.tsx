// One item of the queue: what is needed to decide, its acts, and the work on it. The first two are loaded when an item may
// be opened: they have the words of every kind.
import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent, Link } from '@tanstack/react-router'
import { Answer } from '../parts/answers.tsx'
import { now } from '../parts/clock.ts'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { useLoaded } from '../parts/later.ts'
import { Facts, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { act, actFor, may, meQuery, readQuery } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { loadApproval, OpenApproval } from './open-approval.tsx'
import type { Item } from './words.ts'

const texts = bilingual({
  since: ['Waits since', 'Espera desde'],
  organization: ['Organization', 'Organización'],
  order: ['Order', 'Orden'],
  openOrder: ['Open the order', 'Abrir la orden'],
  claimed: ['Claimed by', 'Lo tomó'],
  snoozed: ['Snoozed until', 'Pospuesto hasta'],
  decide: ['Decide', 'Decidir'],
  work: ['Work on it', 'Trabajo'],
  claim: ['Claim this item', 'Tomar este asunto'],
  giveBack: ['Give it back to everybody', 'Devolverlo a todos'],
  assign: ['Assign this item', 'Asignar este asunto'],
  login: ['Login of a colleague', 'Usuario de un colega'],
  snooze: ['Snooze this item', 'Posponer este asunto'],
  until: ['Hide it for', 'Ocultarlo por'],
  hours: [
    (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
  ],
  days: [(count: number) => `${count} days`, (count: number) => `${count} días`],
  comment: ['Comment on this item', 'Comentar este asunto'],
  comments: ['Comments', 'Comentarios'],
  noComments: ['No comments yet.', 'Aún no hay comentarios.'],
  remark: ['Comment', 'Comentario'],
  toWork: ['To work on it', 'Para trabajar en esto'],
  forOthers: ['For others to take', 'Para que otros lo tomen'],
})

const FactsAndActs = lazyRouteComponent(() => import('./queue-acts.tsx'), 'FactsAndActs')

/** Begins to load the parts of items of this kind. */
export const loadItem = (kind: string): void =>
  kind === 'approval' ? loadApproval() : void FactsAndActs.preload?.()

/** Whether the parts of items of this kind are loaded. Approvals load their own. */
export const useLoadedItem = (kind: string): boolean =>
  useLoaded(`item ${kind}`, kind === 'approval' ? [] : [FactsAndActs])

export function QueueItem({ item }: { item: Item }) {
  const t = useText(texts)
  const { order_id: order, organization_name: organization } = item
  return (
    <>
      <Facts
        facts={{
          [t.since]: <Time at={item.since} />,
          [t.organization]: organization,
          [t.order]:
            order === null ? null : (
              <span>
                <Link to="/operator/orders/$order" params={{ order }}>
                  {t.openOrder}
                </Link>{' '}
                <Id id={order} />
              </span>
            ),
          [t.claimed]: item.assignee === null ? null : loginOf(item.assignee),
          [t.snoozed]: item.snoozed_until === null ? null : <Time at={item.snoozed_until} />,
        }}
      />
      {item.kind === 'approval' ? <OpenApproval id={item.subject} /> : <FactsAndActs item={item} />}
      <Work item={item} />
    </>
  )
}

const HOUR_MS = 3_600_000

function Work({ item }: { item: Item }) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const names = { kind: item.kind, subject: item.subject }
  const comments = useQuery(readQuery('/operator/v1/queue/{kind}/{subject}/comments', names))
  const spans = [1, 4, 24, 72].map((hours) => ({
    value: String(hours),
    label: hours > 24 ? t.days(hours / 24) : t.hours(hours),
  }))
  return (
    <Section title={t.work}>
      {may(me, 'work_queue') ? (
        <div className="acts">
          {item.assignee === me?.actor ? (
            <DeskAct
              key="back"
              label={t.giveBack}
              size="xs"
              reason={{ usual: t.forOthers }}
              run={(_values, reason) =>
                act('/operator/v1/queue/{kind}/{subject}/assign', names, {
                  assignee: null,
                  reason,
                })
              }
              done={() => null}
            />
          ) : (
            <DeskAct
              key="claim"
              label={t.claim}
              size="xs"
              reason={{ usual: t.toWork }}
              run={actFor('/operator/v1/queue/{kind}/{subject}/claim', names)}
              done={() => null}
            />
          )}
          <DeskAct
            label={t.assign}
            size="xs"
            repeats
            fields={[{ name: 'login', label: t.login }]}
            run={({ login = '' }, reason) =>
              act('/operator/v1/queue/{kind}/{subject}/assign', names, {
                assignee: `user:${login.trim()}`,
                reason,
              })
            }
          />
          <DeskAct
            label={t.snooze}
            size="xs"
            fields={[{ name: 'hours', label: t.until, options: spans }]}
            run={({ hours }, reason) =>
              act('/operator/v1/queue/{kind}/{subject}/snooze', names, {
                until: new Date(now() + Number.parseInt(hours ?? '', 10) * HOUR_MS).toISOString(),
                reason,
              })
            }
          />
          <DeskAct
            label={t.comment}
            size="xs"
            reason={{ label: t.remark }}
            repeats
            run={actFor('/operator/v1/queue/{kind}/{subject}/comment', names)}
          />
        </div>
      ) : null}
      <h3>{t.comments}</h3>
      <Answer query={comments} lines={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="dim">{t.noComments}</p>
          ) : (
            <ul className="comments">
              {list.map(({ author, comment, created_at: at }) => (
                <li key={`${author} ${at}`}>
                  <b>{loginOf(author)}</b> <Time at={at} />
                  <p>{comment}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Section>
  )
}
