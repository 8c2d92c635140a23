// Customers sign in as a person, or with an API key. The service exchanges a key for a session, and the page forgets it.
import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { customerDoor } from './door.ts'
import { goToProvider, SIGN_IN } from './identity.ts'
import { signIn } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { tellOtherTabs } from '../parts/tabs.ts'
import { rememberKey, SignInForm, signsInAsPerson } from '../parts/sign-in-form.tsx'
import { SignInFrame, signInProblem, useEnter } from '../parts/sign-in.tsx'

const texts = bilingual({
  title: ['Sign in', 'Iniciar sesión'],
  key: ['API key', 'Clave de API'],
  hint: [
    'It begins with ck_sandbox_ or ck_live_. This browser does not keep it: it is exchanged for a session, which ends after an hour without use, after 12 hours, or with the key.',
    'Empieza con ck_sandbox_ o ck_live_. Este navegador no la guarda: se cambia por una sesión, que termina tras una hora sin uso, a las 12 horas o con la clave.',
  ],
  submit: ['Sign in', 'Iniciar sesión'],
  wrong: [
    'The key is not known here, was revoked, or has expired.',
    'La clave no se conoce aquí, fue revocada o venció.',
  ],
  show: ['Show or hide the key', 'Mostrar u ocultar la clave'],
  asPerson: ['Sign in as a person', 'Entrar como persona'],
  withKey: ['Sign in with an API key', 'Entrar con una clave de API'],
  sandbox: [
    'In a sandbox, the service prints a key at its first start and writes it to sandbox.json in its data folder.',
    'En un sandbox, el servicio imprime una clave en su primer arranque y la escribe en sandbox.json, en su carpeta de datos.',
  ],
})

type Search = { as?: string; to?: string; because?: string; company?: string }

/** A link to a page, such as that of a mail, names the company too. */
const companyIn = ({ company, to }: Search): string | undefined =>
  company ?? new URLSearchParams(to?.split('?')[1]).get('company') ?? undefined

export function SignInPage() {
  const t = useText(texts)
  const search: Search = useSearch({ strict: false })
  const company = companyIn(search)
  const { as = company !== undefined || signsInAsPerson() ? 'person' : 'key' } = search
  const enter = useEnter('/', /^\/[^/\\]/)
  if (as !== 'person') return <WithKey />
  return (
    <SignInFrame title={t.title}>
      <SignInForm
        door={customerDoor}
        entered={enter}
        atProvider={(whose) =>
          goToProvider(SIGN_IN, { company: whose }, { company: whose, to: enter.to })
        }
        {...(company === undefined ? {} : { company })}
      />
      <p className="below">
        <Link to="/sign-in" search={{ ...search, as: 'key' }}>
          {t.withKey}
        </Link>
      </p>
    </SignInFrame>
  )
}

function WithKey() {
  const t = useText(texts)
  const search: Search = useSearch({ strict: false })
  const [key, setKey] = useState('')
  const enter = useEnter('/', /^\/[^/\\]/)
  const signingIn = useMutation({
    mutationFn: () => signIn(key.trim()),
    onSuccess: () => {
      setKey('')
      rememberKey()
      tellOtherTabs('customer')
      return enter()
    },
  })
  return (
    <SignInFrame title={t.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          signingIn.mutate()
        }}
      >
        <PasswordInput
          label={t.key}
          description={t.hint}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={signInProblem(signingIn.error, t.wrong)}
          autoComplete="off"
          autoFocus
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t.show }}
        />
        <Button type="submit" mt="md" loading={signingIn.isPending}>
          {t.submit}
        </Button>
      </form>
      <p className="below">
        <Link to="/sign-in" search={{ ...search, as: 'person' }}>
          {t.asPerson}
        </Link>
      </p>
      <p className="dim">{t.sandbox}</p>
    </SignInFrame>
  )
}
