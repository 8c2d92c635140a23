// The acts of operators on a webhook endpoint: disable, enable, and send the events of a period again.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { now } from '../parts/clock.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { act, actFor, readQuery, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'

const texts = bilingual({
  disable: ['Disable this endpoint', 'Desactivar este endpoint'],
  enable: ['Enable this endpoint', 'Activar este endpoint'],
  on: ['Events are sent to it.', 'Se le envían eventos.'],
  off: [
    'Nothing is sent to it. Events of that time can be sent again.',
    'No se le envía nada. Los eventos de ese tiempo se pueden reenviar.',
  ],
  again: ['Send events again', 'Reenviar eventos'],
  span: ['Events of the last', 'Eventos de las últimas'],
  hours: [
    (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
  ],
  days: [(count: number) => `${count} days`, (count: number) => `${count} días`],
  before: [
    'Events of that time were sent once, or not while it was disabled.',
    'Los eventos de ese tiempo se enviaron una vez, o no mientras estuvo desactivado.',
  ],
  after: [
    'Its events of that time are sent to it again, each under its own id.',
    'Sus eventos de ese tiempo se le envían de nuevo, cada uno con su id.',
  ],
  queued: [
    (count: number) =>
      count === 1 ? '1 event is on its way again.' : `${count} events are on their way again.`,
    (count: number) =>
      count === 1 ? '1 evento va en camino otra vez.' : `${count} eventos van en camino otra vez.`,
  ],
})

const HOUR_MS = 3_600_000
const SPANS = [1, 6, 24, 72, 168, 720]

export const endpointQuery = (id: string) =>
  readQuery('/operator/v1/webhook_endpoints/{webhook_endpoint_id}', { webhook_endpoint_id: id })

/** The acts on the endpoint that another page shows. */
export function EndpointActsOf({ id }: { id: string }) {
  const query = useQuery(endpointQuery(id))
  return (
    <Answer query={query} lines={2}>
      {(endpoint) => <EndpointActs endpoint={endpoint} />}
    </Answer>
  )
}

export function EndpointActs({ endpoint }: { endpoint: Schemas['DeskWebhookEndpoint'] }) {
  const t = useText(texts)
  const names = { webhook_endpoint_id: endpoint.id }
  const isOff = endpoint.status === 'DISABLED'
  return (
    <div className="acts section">
      <DeskAct
        key={endpoint.status}
        act={isOff ? 'webhook_endpoint.enable' : 'webhook_endpoint.disable'}
        label={isOff ? t.enable : t.disable}
        tone={isOff ? 'primary' : 'danger'}
        size="xs"
        repeats
        before={isOff ? t.off : t.on}
        after={isOff ? t.on : t.off}
        run={actFor(
          isOff
            ? '/operator/v1/webhook_endpoints/{webhook_endpoint_id}/enable'
            : '/operator/v1/webhook_endpoints/{webhook_endpoint_id}/disable',
          names,
        )}
      />
      <DeskAct
        act="webhook_endpoint.redeliver"
        label={t.again}
        size="xs"
        fields={[
          {
            name: 'hours',
            label: t.span,
            options: SPANS.map((hours) => ({
              value: String(hours),
              label: hours > 24 ? t.days(hours / 24) : t.hours(hours),
            })),
          },
        ]}
        before={t.before}
        after={t.after}
        run={({ hours }, reason) =>
          act('/operator/v1/webhook_endpoints/{webhook_endpoint_id}/redeliver', names, {
            created_after: new Date(
              now() - Number.parseInt(hours ?? '', 10) * HOUR_MS,
            ).toISOString(),
            created_before: new Date(now()).toISOString(),
            reason,
          })
        }
        done={({ queued }) => t.queued(queued)}
      />
    </div>
  )
}
