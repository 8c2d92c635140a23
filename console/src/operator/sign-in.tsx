// Operators sign in with login, password and a code of their authenticator app, or with a passkey. The session is a cookie
// that no script reads.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FailedAct } from '../parts/act.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { SignInFrame, signInProblem, useEnter } from '../parts/sign-in.tsx'
import { tellOtherTabs } from '../parts/tabs.ts'
import { CodeInput } from './code-input.tsx'
import { act, actAs } from './api.ts'
import { PasskeyPlace } from './passkey-place.tsx'
import { atAddress, isNotAllowed, signedCredential } from './passkey.ts'

const texts = bilingual(
  {
    title: 'Sign in to the desk',
    login: 'Login',
    password: 'Password',
    code: 'Code of the authenticator app',
    codeHint: 'Six digits. Each code works once.',
    submit: 'Sign in',
    passkey: 'Sign in with a passkey',
    or: 'or',
    wrong: 'Login, password and code do not match, or the code was used before.',
    wrongKey: 'This passkey is not known here.',
    given: 'No passkey was used.',
    show: 'Show or hide the password',
    enrol: 'I have an enrolment token',
    customers: 'Customers sign in with an API key',
  },
  {
    title: 'Iniciar sesión en la mesa',
    login: 'Usuario',
    password: 'Contraseña',
    code: 'Código de la app de autenticación',
    codeHint: 'Seis dígitos. Cada código sirve una vez.',
    submit: 'Iniciar sesión',
    passkey: 'Iniciar sesión con una passkey',
    or: 'o',
    wrong: 'Usuario, contraseña y código no coinciden, o el código ya se usó.',
    wrongKey: 'Esta passkey no se conoce aquí.',
    given: 'No se usó ninguna passkey.',
    show: 'Mostrar u ocultar la contraseña',
    enrol: 'Tengo un token de inscripción',
    customers: 'Los clientes entran con una clave de API',
  },
)

export function OperatorSignIn() {
  const t = useText(texts)
  const enter = useDeskEnter()
  return (
    <SignInFrame title={t.title}>
      <SignInForm entered={enter} />
      <p className="below">
        <Link to="/operator/enrol">{t.enrol}</Link>
      </p>
      <p>
        <Link to="/sign-in">{t.customers}</Link>
      </p>
    </SignInFrame>
  )
}

/** `known`: the login of the person whose page it is. */
export function SignInForm({ entered, known = '' }: { entered: () => unknown; known?: string }) {
  const t = useText(texts)
  const [login, setLogin] = useState(known)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const signedIn = () => {
    tellOtherTabs('operator')
    return entered()
  }
  const byPassword = useMutation({
    mutationFn: () =>
      act('/operator/v1/sign-in', {}, { login: login.trim(), password, code: code.trim() }),
    onSuccess: signedIn,
    onError: () => setCode(''),
  })
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { data } = await act('/operator/v1/sign-in/passkey/options', {}, undefined)
      if (data === null) throw new Error('no options')
      return act('/operator/v1/sign-in/passkey', {}, await signedCredential(data))
    },
    onSuccess: signedIn,
  })
  const passkeyProblem = isNotAllowed(byPasskey.error)
    ? t.given
    : signInProblem(byPasskey.error, t.wrongKey)
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          byPassword.mutate()
        }}
      >
        <TextInput
          label={t.login}
          value={login}
          onChange={({ currentTarget }) => setLogin(currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={known === ''}
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={t.password}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
          required
          withAsterisk={false}
          mt="sm"
          visibilityToggleButtonProps={{ 'aria-label': t.show }}
        />
        <CodeInput
          label={t.code}
          description={t.codeHint}
          value={code}
          change={setCode}
          mt="sm"
          error={signInProblem(byPassword.error, t.wrong)}
        />
        <Button type="submit" mt="md" loading={byPassword.isPending}>
          {t.submit}
        </Button>
      </form>
      <p className="dim">{t.or}</p>
      {atAddress() === undefined ? (
        <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {t.passkey}
        </Button>
      ) : (
        <PasskeyPlace />
      )}
      {passkeyProblem === undefined ? null : <FailedAct>{passkeyProblem}</FailedAct>}
    </>
  )
}

/** Opens the operators' page that was asked for. */
export function useDeskEnter(): () => Promise<void> {
  const enter = useEnter('/operator', /^\/operator(\/|$)/)
  return () => {
    actAs(undefined)
    return enter()
  }
}
