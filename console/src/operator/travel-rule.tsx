// The sealed record of originator and beneficiary of a wallet.
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { Time } from '../parts/time.tsx'
import { act, may, meQuery } from './api.ts'
import { DeskAct } from './desk-act.tsx'

const texts = bilingual({
  read: ['Read the travel rule record', 'Leer el registro de travel rule'],
  sealed: ['The record is sealed.', 'El registro está sellado.'],
  shown: [
    'It is shown here until you leave. The reading is in the audit trail.',
    'Se muestra aquí hasta que salga. La lectura queda en la auditoría.',
  ],
  recorded: ['Recorded', 'Registrado'],
})

export function TravelRule({ id }: { id: string }) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  if (!may(me, 'read_sealed')) return null
  return (
    <div className="section">
      <DeskAct
        label={t.read}
        size="xs"
        before={t.sealed}
        after={t.shown}
        run={(_values, reason) =>
          act(
            '/operator/v1/instruments/{external_payment_instrument_id}/travel_rule/read',
            {
              external_payment_instrument_id: id,
            },
            { reason },
          )
        }
        done={({ content, recorded_at: at }) => (
          <>
            <p className="dim">
              {t.recorded} <Time at={at} />
            </p>
            <pre className="json">{JSON.stringify(content, null, 2)}</pre>
            <p className="dim">{t.shown}</p>
          </>
        )}
      />
    </div>
  )
}
