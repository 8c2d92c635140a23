// Signs a person in: with login, password and a code of the authenticator app, or with a passkey. The session is a cookie that
// no script reads. Customers name their company too, which this browser remembers.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedAct } from './act.tsx'
import { messageOf } from './client.ts'
import { CodeInput } from './code-input.tsx'
import type { Door } from './door.ts'
import { bilingual, useText } from './language.tsx'
import { PasskeyPlace } from './passkey-place.tsx'
import { atAddress, isNotAllowed, signedCredential } from './passkey.ts'
import { signInProblem } from './sign-in.tsx'
import { tellOtherTabs } from './tabs.ts'

const texts = bilingual({
  company: ['Company', 'Empresa'],
  companyHint: ['Its name as the invitation says it.', 'Su nombre, como lo dice la invitación.'],
  wrongCompany: [
    'Company, login, password and code do not match, or the code was used before.',
    'Empresa, usuario, contraseña y código no coinciden, o el código ya se usó.',
  ],
  login: ['Login', 'Usuario'],
  password: ['Password', 'Contraseña'],
  code: ['Code of the authenticator app', 'Código de la app de autenticación'],
  codeHint: ['Six digits. Each code works once.', 'Seis dígitos. Cada código sirve una vez.'],
  submit: ['Sign in', 'Iniciar sesión'],
  provider: ['Sign in with your company’s provider', 'Entrar con el proveedor de su empresa'],
  needsCompany: ['Name your company first.', 'Indique primero su empresa.'],
  passkey: ['Sign in with a passkey', 'Iniciar sesión con una passkey'],
  or: ['or', 'o'],
  wrong: [
    'Login, password and code do not match, or the code was used before.',
    'Usuario, contraseña y código no coinciden, o el código ya se usó.',
  ],
  wrongKey: ['This passkey is not known here.', 'Esta passkey no se conoce aquí.'],
  given: ['No passkey was used.', 'No se usó ninguna passkey.'],
  show: ['Show or hide the password', 'Mostrar u ocultar la contraseña'],
})

const COMPANY = 'corridor.company'
const WAY = 'corridor.signs-in-as'
const rememberedCompany = (): string => localStorage.getItem(COMPANY) ?? ''
/** Whether somebody signed in as a person in this browser last. */
export const signsInAsPerson = (): boolean => localStorage.getItem(WAY) === 'person'
export const rememberKey = (): void => localStorage.removeItem(WAY)

/** Also by a passkey, which needs no company. */
export function rememberPerson(company: string): void {
  localStorage.setItem(WAY, 'person')
  if (company.trim() !== '') localStorage.setItem(COMPANY, company.trim())
}

/** `known`: the login of the person whose page it is. `company`: that of the link. */
export function SignInForm({
  door,
  entered,
  known = '',
  company: given,
  atProvider,
}: {
  door: Door
  entered: () => unknown
  known?: string
  company?: string
  /** Leaves the page for the identity provider of this company. */
  atProvider?: (company: string) => Promise<void>
}) {
  const t = useText(texts)
  const hasCompany = door.whose === 'customer'
  const [company, setCompany] = useState(() => given ?? rememberedCompany())
  const [login, setLogin] = useState(known)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const signedIn = () => {
    if (hasCompany) rememberPerson(company)
    tellOtherTabs(door.whose)
    return entered()
  }
  const byPassword = useMutation({
    mutationFn: () =>
      door.signIn({
        ...(hasCompany ? { company: company.trim() } : {}),
        login: login.trim(),
        password,
        code: code.trim(),
      }),
    onSuccess: signedIn,
    onError: () => setCode(''),
  })
  const byPasskey = useMutation({
    mutationFn: async () => {
      const challenge = await door.passkeyChallenge()
      return door.signInWithPasskey(await signedCredential(challenge))
    },
    onSuccess: signedIn,
  })
  const byProvider = useMutation({
    mutationFn: async () => {
      if (company.trim() === '') throw new Error(t.needsCompany)
      return atProvider?.(company.trim())
    },
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
        {hasCompany ? (
          <TextInput
            label={t.company}
            description={t.companyHint}
            value={company}
            onChange={({ currentTarget }) => setCompany(currentTarget.value)}
            autoComplete="organization"
            autoFocus={company === ''}
            required
            withAsterisk={false}
            mb="sm"
          />
        ) : null}
        <TextInput
          label={t.login}
          value={login}
          onChange={({ currentTarget }) => setLogin(currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={known === '' && !(hasCompany && company === '')}
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
          error={signInProblem(byPassword.error, hasCompany ? t.wrongCompany : t.wrong)}
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
      {atProvider === undefined || atAddress() !== undefined ? null : (
        <p>
          <Button
            variant="default"
            loading={byProvider.isPending}
            onClick={() => byProvider.mutate()}
          >
            {t.provider}
          </Button>
        </p>
      )}
      {byProvider.error === null ? null : <FailedAct>{messageOf(byProvider.error)}</FailedAct>}
      {passkeyProblem === undefined ? null : <FailedAct>{passkeyProblem}</FailedAct>}
    </>
  )
}
