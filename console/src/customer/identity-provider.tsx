// The admin sets with which identity provider people of the company sign in.
import type { Schemas } from '@corridor/sdk'
import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { Copyable } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Facts, Section } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'

type Provider = Schemas['IdentityProvider']

const texts = bilingual({
  title: [
    'Sign-in with your company’s provider',
    'Inicio de sesión con el proveedor de su empresa',
  ],
  none: [
    'People sign in with a password or passkey. A provider that speaks OpenID Connect can sign them in too.',
    'Las personas entran con contraseña o passkey. Un proveedor de OpenID Connect también puede darles entrada.',
  ],
  redirect: ['Register this address there', 'Registre allí esta dirección'],
  issuer: ['Address of the provider', 'Dirección del proveedor'],
  issuerHint: [
    'Its issuer, such as https://login.acme.example.',
    'Su emisor, por ejemplo https://login.acme.example.',
  ],
  client: ['Client identifier', 'Identificador de cliente'],
  secret: ['Client secret', 'Secreto de cliente'],
  secretHint: [
    'Empty: the present one stays, for the same provider and client.',
    'Vacío: se mantiene el actual, con el mismo proveedor y cliente.',
  ],
  show: ['Show or hide the secret', 'Mostrar u ocultar el secreto'],
  claim: ['An invited person is found by', 'Una persona invitada se halla por'],
  claims: {
    email: ['the verified mail address', 'el correo verificado'],
    preferred_username: ['the name at the provider', 'el nombre en el proveedor'],
  },
  claimHint: [
    'It is compared with the login once, at the first sign-in. Choose the name only for a provider of your own.',
    'Se compara con el usuario una vez, en la primera entrada. Elija el nombre solo con un proveedor propio.',
  ],
  required: [
    'Everybody but admins signs in with it only',
    'Todos menos los administradores entran solo con él',
  ],
  requiredHint: [
    'Admins keep their password or passkey, so that a provider that fails locks nobody out for good.',
    'Los administradores conservan su contraseña o passkey, para que un fallo del proveedor no los deje fuera.',
  ],
  yes: ['yes', 'sí'],
  no: ['no', 'no'],
  save: ['Use this provider', 'Usar este proveedor'],
  saves: [
    'People who entered with another provider are forgotten there: they link their account anew, or you reset them.',
    'Se olvida quién entró con otro proveedor: cada persona vincula su cuenta de nuevo, o usted la restablece.',
  ],
  remove: ['Remove the provider', 'Quitar el proveedor'],
  removes: [
    'People sign in with a password or passkey again. Reset those who have none. Sessions go on.',
    'Las personas entran otra vez con contraseña o passkey. Restablezca a quienes no tienen. Las sesiones siguen.',
  ],
  waits: ['A change waits for another admin:', 'Un cambio espera a otro administrador:'],
  until: ['It can be confirmed until', 'Se puede confirmar hasta'],
  removal: ['The provider is removed.', 'Se quita el proveedor.'],
  confirm: ['Confirm this provider', 'Confirmar este proveedor'],
  own: [
    'You asked for it, so another admin must confirm it.',
    'Usted lo pidió, así que otro administrador debe confirmarlo.',
  ],
  withdraw: ['Withdraw this change', 'Retirar este cambio'],
  reject: ['Reject this change', 'Rechazar este cambio'],
  forgets: [
    'The change and its client secret are deleted. The present provider stays.',
    'Se borran el cambio y su secreto de cliente. El proveedor actual se mantiene.',
  ],
})

export function IdentityProvider() {
  const t = useText(texts)
  const query = useQuery({
    queryKey: ['identity-provider'],
    queryFn: () => corridor.people.identityProvider(),
  })
  const { data: session } = useQuery(sessionQuery)
  return (
    <Section title={t.title}>
      <Answer query={query}>
        {({ provider, waiting, redirect_uri: redirect }) => (
          <>
            {provider === null ? <p>{t.none}</p> : <Shown of={provider} />}
            <Facts facts={{ [t.redirect]: <Copyable value={redirect} label={t.redirect} /> }} />
            {waiting === null ? null : (
              <Waiting of={waiting} isOwn={waiting.asked_by === session?.person?.id} />
            )}
            <Change key={provider?.created_at} present={provider} />
          </>
        )}
      </Answer>
    </Section>
  )
}

function Waiting({
  of: { id, provider, expires_at: until },
  isOwn,
}: {
  of: Schemas['WaitingIdentityProvider']
  isOwn: boolean
}) {
  const t = useText(texts)
  return (
    <>
      <p>{t.waits}</p>
      {provider === null ? <p>{t.removal}</p> : <Shown of={provider} />}
      <Facts facts={{ [t.until]: <Time at={until} isReal /> }} />
      {isOwn ? <p className="note">{t.own}</p> : null}
      <div className="acts">
        {isOwn ? null : (
          <Act
            tone="primary"
            label={t.confirm}
            run={() => corridor.people.confirmIdentityProvider({ id })}
          />
        )}
        <Act
          tone="danger"
          label={isOwn ? t.withdraw : t.reject}
          confirm={<p>{t.forgets}</p>}
          run={() => corridor.people.withdrawIdentityProvider({ id })}
        />
      </div>
    </>
  )
}

function Shown({
  of: { issuer, client_id: client, login_claim: claim, is_required: must },
}: {
  of: Provider
}) {
  const t = useText(texts)
  return (
    <Facts
      facts={{
        [t.issuer]: issuer,
        [t.client]: client,
        [t.claim]: t.claims[claim],
        [t.required]: must ? t.yes : t.no,
      }}
    />
  )
}

function Change({ present }: { present: Provider | null }) {
  const t = useText(texts)
  const [issuer, setIssuer] = useState(present?.issuer ?? '')
  const [client, setClient] = useState(present?.client_id ?? '')
  const [secret, setSecret] = useState('')
  const [claim, setClaim] = useState<Provider['login_claim']>(present?.login_claim ?? 'email')
  const [must, setMust] = useState(present?.is_required ?? false)
  return (
    <>
      <div className="narrow">
        <TextInput
          label={t.issuer}
          description={t.issuerHint}
          value={issuer}
          onChange={({ currentTarget }) => setIssuer(currentTarget.value)}
          inputMode="url"
          mt="sm"
        />
        <TextInput
          label={t.client}
          value={client}
          onChange={({ currentTarget }) => setClient(currentTarget.value)}
          autoComplete="off"
          mt="sm"
        />
        <PasswordInput
          label={t.secret}
          {...(present === null ? {} : { description: t.secretHint })}
          value={secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          autoComplete="off"
          mt="sm"
          visibilityToggleButtonProps={{ 'aria-label': t.show }}
        />
        <NativeSelect
          label={t.claim}
          description={t.claimHint}
          value={claim}
          data={(['email', 'preferred_username'] as const).map((value) => ({
            value,
            label: t.claims[value],
          }))}
          onChange={({ currentTarget }) =>
            setClaim(currentTarget.value === 'email' ? 'email' : 'preferred_username')
          }
          mt="sm"
        />
        <Checkbox
          label={t.required}
          description={t.requiredHint}
          checked={must}
          onChange={({ currentTarget }) => setMust(currentTarget.checked)}
          mt="sm"
        />
      </div>
      <div className="acts">
        <Act
          label={t.save}
          disabled={issuer.trim() === '' || client.trim() === ''}
          {...(present === null ? {} : { confirm: <p>{t.saves}</p> })}
          run={() =>
            corridor.people.changeIdentityProvider({
              issuer: issuer.trim(),
              client_id: client.trim(),
              login_claim: claim,
              is_required: must,
              ...(secret === '' ? {} : { client_secret: secret }),
            })
          }
        />
        {present === null ? null : (
          <Act
            tone="danger"
            label={t.remove}
            confirm={<p>{t.removes}</p>}
            run={() => corridor.people.removeIdentityProvider()}
          />
        )}
      </div>
    </>
  )
}
