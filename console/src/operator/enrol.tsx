// A new user, or one who was reset, chooses a password and connects an authenticator app.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { messageOf } from '../parts/client.ts'
import { Copyable } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { SignInFrame } from '../parts/sign-in.tsx'
import { tellOtherTabs } from '../parts/tabs.ts'
import { CodeInput } from './code-input.tsx'
import { act, type Schemas } from './api.ts'
import { useDeskEnter } from './sign-in.tsx'

const texts = bilingual(
  {
    title: 'Enrol',
    token: 'Enrolment token',
    tokenHint: 'It begins with ce_ and works for a day.',
    password: 'New password',
    passwordHint: 'At least 12 characters.',
    next: 'Choose the password',
    scan: 'Scan this with an authenticator app, or type the secret.',
    secret: 'Secret',
    code: 'Code of the app',
    finish: 'Finish and sign in',
    show: 'Show or hide the password',
    back: 'Back to the sign-in',
  },
  {
    title: 'Inscribirse',
    token: 'Token de inscripción',
    tokenHint: 'Empieza con ce_ y sirve un día.',
    password: 'Contraseña nueva',
    passwordHint: 'Al menos 12 caracteres.',
    next: 'Elegir la contraseña',
    scan: 'Escanee esto con una app de autenticación, o escriba el secreto.',
    secret: 'Secreto',
    code: 'Código de la app',
    finish: 'Terminar e iniciar sesión',
    show: 'Mostrar u ocultar la contraseña',
    back: 'Volver al inicio de sesión',
  },
)

export function Enrol() {
  const t = useText(texts)
  const [token, setToken] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [begun, setBegun] = useState<Schemas['Enrolment']>()
  const enter = useDeskEnter()
  const beginning = useMutation({
    mutationFn: () => act('/operator/v1/enrolment', {}, { token: token.trim(), password }),
    onSuccess: ({ data }) => setBegun(data ?? undefined),
  })
  const finishing = useMutation({
    mutationFn: () =>
      act('/operator/v1/enrolment/confirm', {}, { token: token.trim(), code: code.trim() }),
    onSuccess: () => {
      tellOtherTabs('operator')
      return enter()
    },
  })
  return (
    <SignInFrame title={t.title}>
      {begun === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            beginning.mutate()
          }}
        >
          <TextInput
            label={t.token}
            description={t.tokenHint}
            value={token}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
            autoComplete="off"
            autoFocus
            required
            withAsterisk={false}
          />
          <PasswordInput
            label={t.password}
            description={t.passwordHint}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            autoComplete="new-password"
            minLength={12}
            required
            withAsterisk={false}
            mt="sm"
            error={beginning.error === null ? undefined : messageOf(beginning.error)}
            visibilityToggleButtonProps={{ 'aria-label': t.show }}
          />
          <Button type="submit" mt="md" loading={beginning.isPending}>
            {t.next}
          </Button>
        </form>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            finishing.mutate()
          }}
        >
          <p>{t.scan}</p>
          <div className="qr">
            <QRCodeSVG value={begun.totp_uri} size={180} />
          </div>
          <p>
            <Copyable value={begun.totp_secret} label={t.secret} />
          </p>
          <CodeInput
            label={t.code}
            value={code}
            change={setCode}
            autoFocus
            error={finishing.error === null ? undefined : messageOf(finishing.error)}
          />
          <Button type="submit" mt="md" loading={finishing.isPending}>
            {t.finish}
          </Button>
        </form>
      )}
      <p>
        <Link to="/operator/sign-in">{t.back}</Link>
      </p>
    </SignInFrame>
  )
}
