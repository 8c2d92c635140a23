// Two admins: one makes a link and another admits whoever used it, and changes of the settings wait for the other one.
import type { Schemas } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { settingsQuery } from './second-person.tsx'

const texts = bilingual({
  title: ['A second admin', 'Un segundo administrador'],
  isOff: [
    'One admin alone lets people in and changes the settings.',
    'Un solo administrador deja entrar a personas y cambia los ajustes.',
  ],
  isOn: [
    'Whoever used a link waits until another admin admits the person. Changes of the settings wait for another admin too.',
    'Quien usó un enlace espera hasta que otro administrador lo admita. Los cambios de los ajustes también esperan a otro administrador.',
  ],
  on: ['Ask for a second admin', 'Pedir un segundo administrador'],
  onConfirm: [
    'Three admins are better than two: one of two who loses the telephone can be let in only by the desk.',
    'Tres administradores son mejor que dos: si uno de dos pierde el teléfono, solo la mesa puede dejarlo entrar.',
  ],
  off: ['Ask for no second admin', 'No pedir un segundo administrador'],
  waits: [
    (who: string) => `A change that ${who} asked for waits for another admin:`,
    (who: string) => `Un cambio que pidió ${who} espera a otro administrador:`,
  ],
  until: ['Until', 'Hasta'],
  confirm: ['Confirm the change', 'Confirmar el cambio'],
  discard: ['Discard the change', 'Descartar el cambio'],
  own: [
    'You asked for it, so another admin must confirm it.',
    'Usted lo pidió, así que otro administrador debe confirmarlo.',
  ],
  keysMay: ['API keys may sign in here.', 'Las claves de API pueden entrar en esta consola.'],
  keysMayNot: [
    'API keys may not sign in here.',
    'Las claves de API no pueden entrar en esta consola.',
  ],
  noBounds: ['No order needs a second person.', 'Ninguna orden necesita una segunda persona.'],
  bounds: [
    (list: string) => `Orders from ${list} on need a second person.`,
    (list: string) => `Las órdenes desde ${list} necesitan una segunda persona.`,
  ],
  covers: ['The amounts count for API keys too.', 'Los montos valen también para claves de API.'],
  coversNot: [
    'API keys make orders of any amount.',
    'Las claves de API crean órdenes de cualquier monto.',
  ],
  second: ['A second admin is asked.', 'Se pide un segundo administrador.'],
  secondNot: ['No second admin is asked.', 'No se pide un segundo administrador.'],
})

export function SecondAdmin({ nameOf }: { nameOf: (id: string) => string }) {
  const t = useText(texts)
  const query = useQuery(settingsQuery)
  return (
    <Section title={t.title}>
      <Answer query={query}>
        {({ second_admin: isOn, waiting }) => (
          <>
            <p>{isOn ? t.isOn : t.isOff}</p>
            {waiting === null ? (
              <Act
                label={isOn ? t.off : t.on}
                {...(isOn ? {} : { confirm: <p>{t.onConfirm}</p> })}
                run={() => corridor.people.changeSettings({ second_admin: !isOn })}
              />
            ) : (
              <Waiting of={waiting} nameOf={nameOf} />
            )}
          </>
        )}
      </Answer>
    </Section>
  )
}

function Waiting({
  of: { change, asked_by: by, expires_at: until },
  nameOf,
}: {
  of: Schemas['WaitingSettings']
  nameOf: (id: string) => string
}) {
  const t = useText(texts)
  const money = useMoneyText()
  const { data: session } = useQuery(sessionQuery)
  const isOwn = by === session?.person?.id
  const {
    keys_may_sign_in: keys,
    second_person_from: bounds,
    second_person_for_keys: cover,
    second_admin: second,
  } = change
  const amounts = bounds?.map(({ amount, currency }) => money(amount, currency)).join(', ')
  return (
    <>
      <p>{t.waits(nameOf(by))}</p>
      <ul>
        {keys === undefined ? null : <li>{keys ? t.keysMay : t.keysMayNot}</li>}
        {amounts === undefined ? null : <li>{amounts === '' ? t.noBounds : t.bounds(amounts)}</li>}
        {cover === undefined ? null : <li>{cover ? t.covers : t.coversNot}</li>}
        {second === undefined ? null : <li>{second ? t.second : t.secondNot}</li>}
      </ul>
      <p>
        {t.until} <Time at={until} isReal />
      </p>
      {isOwn ? <p className="note">{t.own}</p> : null}
      <div className="acts">
        {isOwn ? null : (
          <Act
            tone="primary"
            label={t.confirm}
            run={() => corridor.people.changeSettings(change)}
          />
        )}
        <Act label={t.discard} run={() => corridor.people.changeSettings({})} />
      </div>
    </>
  )
}
