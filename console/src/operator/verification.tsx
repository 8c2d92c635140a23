// What compliance found about an organization or one of its instruments, with the reason, and the act that says it.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { State } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { act, may, meQuery, readAll } from './api.ts'
import { oneOf } from '../parts/chips.tsx'
import { DeskAct } from './desk-act.tsx'
import { instrumentTexts, SHAPES, VERIFICATIONS } from './instrument-words.ts'

const texts = bilingual({
  title: ['Verification', 'Verificación'],
  nobody: ['Nobody has decided.', 'Nadie ha decidido.'],
  by: [(who: string) => `by ${who}`, (who: string) => `por ${who}`],
  decide: [(name: string) => `Decide about ${name}`, (name: string) => `Decidir sobre ${name}`],
  state: ['What was found', 'Qué se encontró'],
  after: [
    'Screening goes by it from then on. Statuses and holds stay as they are.',
    'El screening se guía por ello desde entonces. Estados y retenciones no cambian.',
  ],
})

const MOST = 5000

/** `instrument`: null for the organization itself. */
export function Verification({
  organization,
  instrument,
  name,
}: {
  organization: string
  instrument: string | null
  name: string
}) {
  const t = useText(texts)
  const words = useText(instrumentTexts)
  const { data: me } = useQuery(meQuery)
  const query = useQuery({
    queryKey: ['operator', 'verifications', organization],
    queryFn: () =>
      readAll('/operator/v1/organizations/{organization_id}/verifications', {}, MOST, {
        organization_id: organization,
      }),
  })
  return (
    <>
      <h3>{t.title}</h3>
      <Answer query={query} lines={2}>
        {({ rows }) => {
          const now = rows.find((one) => one.external_payment_instrument_id === instrument)
          const state = now?.state ?? 'pending'
          return (
            <>
              <p>
                <State word={words.verification[state]} shape={SHAPES[state]} />{' '}
                {now === undefined ? (
                  <span className="dim">{t.nobody}</span>
                ) : (
                  <span className="dim">
                    <Time at={now.changed_at} /> {t.by(loginOf(now.actor))}
                  </span>
                )}
              </p>
              {now === undefined ? null : <p>{now.reason}</p>}
              {may(me, 'verify') ? (
                <DeskAct
                  label={t.decide(name)}
                  size="xs"
                  repeats
                  fields={[
                    {
                      name: 'state',
                      label: t.state,
                      options: VERIFICATIONS.map((value) => ({
                        value,
                        label: words.verification[value],
                      })),
                    },
                  ]}
                  before={words.verification[state]}
                  after={t.after}
                  run={({ state: chosen }, reason) => {
                    const body = { state: oneOf(VERIFICATIONS, chosen) ?? 'pending', reason }
                    return instrument === null
                      ? act(
                          '/operator/v1/organizations/{organization_id}/verification',
                          { organization_id: organization },
                          body,
                        )
                      : act(
                          '/operator/v1/instruments/{external_payment_instrument_id}/verification',
                          { external_payment_instrument_id: instrument },
                          body,
                        )
                  }}
                />
              ) : null}
            </>
          )
        }}
      </Answer>
    </>
  )
}
