// One instrument: its status with its history, holds, verification, other instruments of the same account, and what is
// sealed.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { detailName, detailTexts, useChoiceName, useMethodName } from '../customer/details.ts'
import { Answer } from '../parts/answers.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Metadata } from '../parts/metadata.tsx'
import { Facts } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { act, actFor, may, meQuery, readQuery, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { AfterRelease } from './holds.tsx'
import { ActsOf } from './open-acts.tsx'
import { Erased } from './erased.tsx'
import { instrumentTexts } from './instrument-words.ts'
import { TravelRule } from './travel-rule.tsx'
import { Verification } from './verification.tsx'
import { shapeOfStatus } from './words.ts'

const texts = bilingual({
  status: ['Status', 'Estado'],
  method: ['Method', 'Método'],
  currency: ['Currency', 'Moneda'],
  ending: ['Account ends in', 'La cuenta termina en'],
  who: ['Organization', 'Organización'],
  created: ['Created', 'Creado'],
  id: ['Instrument', 'Instrumento'],
  orders: ['Orders of this organization', 'Órdenes de esta organización'],
  history: ['Statuses', 'Estados'],
  hold: [
    (name: string) => `Hold the account of ${name}`,
    (name: string) => `Retener la cuenta de ${name}`,
  ],
  release: [
    (name: string) => `Release the account of ${name}`,
    (name: string) => `Liberar la cuenta de ${name}`,
  ],
  held: [
    'No new orders with this account in the enterprise; its orders wait.',
    'Sin órdenes nuevas con esta cuenta en la empresa; sus órdenes esperan.',
  ],
  free: [
    'Orders with this account are taken and go on.',
    'Se aceptan órdenes con esta cuenta y siguen.',
  ],
  matches: ['The same account elsewhere', 'La misma cuenta en otro lugar'],
  noMatches: [
    'No other instrument has this account.',
    'Ningún otro instrumento tiene esta cuenta.',
  ],
  sealed: ['Sealed', 'Sellado'],
  read: ['Read the details', 'Leer los detalles'],
  sealedNow: ['The details are sealed.', 'Los detalles están sellados.'],
  shown: [
    'They are shown here until you leave. The reading is in the audit trail.',
    'Se muestran aquí hasta que salga. La lectura queda en la auditoría.',
  ],
  notYours: [
    'Compliance and admins may read the details.',
    'Cumplimiento y administración pueden leer los detalles.',
  ],
})

type Instrument = Schemas['DeskInstrument']

export function InstrumentPanel({ id }: { id: string }) {
  const query = useQuery(
    readQuery('/operator/v1/instruments/{instrument_id}', { instrument_id: id }),
  )
  return (
    <Answer query={query} lines={8}>
      {(instrument) => (
        <>
          <InstrumentFacts instrument={instrument} />
          <Hold instrument={instrument} />
          <Verification
            organization={instrument.organization_id}
            instrument={instrument.id}
            name={instrument.alias}
          />
          <Matches id={id} />
          <Sealed instrument={instrument} />
        </>
      )}
    </Answer>
  )
}

function InstrumentFacts({ instrument }: { instrument: Instrument }) {
  const t = useText(texts)
  const words = useText(instrumentTexts)
  const methodName = useMethodName()
  const { organization_id: organization, organization_name: name, status } = instrument
  return (
    <>
      <p>
        <b>{instrument.alias}</b>
      </p>
      <Facts
        facts={{
          [t.status]: (
            <State
              word={words.status[status.current_status]}
              shape={shapeOfStatus(status.current_status)}
            />
          ),
          [t.method]: methodName(instrument.method),
          [t.currency]: instrument.currency,
          [t.ending]: <span className="code">…{instrument.account_ending}</span>,
          [t.who]: (
            <Link to="/operator/limits" search={{ open: organization }}>
              {name}
            </Link>
          ),
          [t.orders]: (
            <Link to="/operator/orders" search={{ organization }}>
              {name}
            </Link>
          ),
          [t.created]: <Time at={instrument.created_at} />,
          [t.history]: (
            <ul>
              {status.status_history.map(({ status: was, created_at: at }) => (
                <li key={at}>
                  {words.status[was]} <Time at={at} />
                </li>
              ))}
            </ul>
          ),
          [t.id]: <Id id={instrument.id} />,
        }}
      />
      <Metadata of={instrument} />
    </>
  )
}

function Hold({ instrument: { id, alias, status } }: { instrument: Instrument }) {
  const t = useText(texts)
  const isHeld = status.current_status === 'COMPLIANCE_HOLD'
  if (status.current_status === 'ARCHIVED') return null
  return (
    <ActsOf subject={id}>
      <DeskAct
        act={isHeld ? 'instrument.release' : 'instrument.hold'}
        key={status.current_status}
        label={isHeld ? t.release(alias) : t.hold(alias)}
        tone={isHeld ? 'primary' : 'danger'}
        size="xs"
        repeats
        before={isHeld ? t.held : t.free}
        after={isHeld ? <AfterRelease of={id} /> : t.held}
        run={actFor(
          isHeld
            ? '/operator/v1/instruments/{instrument_id}/release'
            : '/operator/v1/instruments/{instrument_id}/hold',
          { instrument_id: id },
        )}
      />
    </ActsOf>
  )
}

function Matches({ id }: { id: string }) {
  const t = useText(texts)
  const words = useText(instrumentTexts)
  const { data: me } = useQuery(meQuery)
  const query = useQuery({
    ...readQuery('/operator/v1/instruments/{external_payment_instrument_id}/matches', {
      external_payment_instrument_id: id,
    }),
    enabled: may(me, 'see_matches'),
  })
  if (!may(me, 'see_matches')) return null
  return (
    <>
      <h3>{t.matches}</h3>
      <Answer query={query} lines={2}>
        {(matches) =>
          matches.length === 0 ? (
            <p className="dim">{t.noMatches}</p>
          ) : (
            <ul className="choices">
              {matches.map((one) => (
                <li key={one.id}>
                  <Link to="/operator/instruments" search={{ open: one.id }}>
                    {one.alias}
                  </Link>
                  <span>
                    {one.organization_name}{' '}
                    <State word={words.status[one.status]} shape={shapeOfStatus(one.status)} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </>
  )
}

function Sealed({ instrument }: { instrument: Instrument }) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const names = useText(detailTexts)
  const choiceName = useChoiceName()
  const { id, details_erased_at: erasedAt } = instrument
  return (
    <>
      <h3>{t.sealed}</h3>
      {erasedAt !== null ? (
        <Erased at={erasedAt} what="details" />
      ) : may(me, 'read_details') ? (
        <DeskAct
          label={t.read}
          size="xs"
          before={t.sealedNow}
          after={t.shown}
          run={(_values, reason) =>
            act(
              '/operator/v1/instruments/{instrument_id}/details',
              { instrument_id: id },
              { reason },
            )
          }
          done={({ details }) => (
            <>
              <Facts
                facts={Object.fromEntries(
                  Object.entries(details).map(([name, value]) => [
                    detailName(names, name),
                    <span key={name} className="code">
                      {choiceName(String(value))}
                    </span>,
                  ]),
                )}
              />
              <p className="dim">{t.shown}</p>
            </>
          )}
        />
      ) : (
        <p className="dim">{t.notYours}</p>
      )}
      <TravelRule id={id} />
    </>
  )
}
