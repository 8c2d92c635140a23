// A new person, or one who was reset, chooses a password and connects an authenticator app.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useState, type ReactNode } from 'react'
import { messageOf } from './client.ts'
import { Copyable } from './copy.tsx'
import { bilingual, useText } from './language.tsx'
import { SignInFrame } from './sign-in.tsx'
import { tellOtherTabs } from './tabs.ts'
import { CodeInput } from './code-input.tsx'
import type { Door, Schemas } from './door.ts'

const texts = bilingual({
  title: ['Enrol', 'Inscribirse'],
  token: ['Enrolment token', 'Token de inscripción'],
  tokenHint: ['It begins with ce_ and works for a day.', 'Empieza con ce_ y sirve un día.'],
  password: ['New password', 'Contraseña nueva'],
  passwordHint: ['At least 12 characters.', 'Al menos 12 caracteres.'],
  next: ['Choose the password', 'Elegir la contraseña'],
  scan: [
    'Scan this with an authenticator app, or type the secret.',
    'Escanee esto con una app de autenticación, o escriba el secreto.',
  ],
  secret: ['Secret', 'Secreto'],
  code: ['Code of the app', 'Código de la app'],
  finish: ['Finish and sign in', 'Terminar e iniciar sesión'],
  show: ['Show or hide the password', 'Mostrar u ocultar la contraseña'],
})

/** `given`: the token of a link. `whose`: for whom it is. */
export function Enrol({
  door,
  given = '',
  whose,
  enter,
  children,
}: {
  door: Door
  given?: string
  whose?: ReactNode
  enter: () => Promise<void>
  children: ReactNode
}) {
  const t = useText(texts)
  const [token, setToken] = useState(given)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [begun, setBegun] = useState<Schemas['Enrolment']>()
  const beginning = useMutation({
    mutationFn: () => door.beginEnrolment(token.trim(), password),
    onSuccess: setBegun,
  })
  const finishing = useMutation({
    mutationFn: () => door.finishEnrolment(token.trim(), code.trim()),
    onSuccess: () => {
      tellOtherTabs(door.whose)
      return enter()
    },
  })
  return (
    <SignInFrame title={t.title}>
      {whose}
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
            autoFocus={given === ''}
            required
            withAsterisk={false}
          />
          <PasswordInput
            label={t.password}
            description={t.passwordHint}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            autoComplete="new-password"
            autoFocus={given !== ''}
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
      {children}
    </SignInFrame>
  )
}
