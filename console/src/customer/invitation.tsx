// The parts of an invitation: the login of the person, and the link that lets the person in.
import type { InvitedPerson } from '@corridor/sdk'
import { TextInput } from '@mantine/core'
import { Copyable } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'

const texts = bilingual({
  login: ['Login', 'Usuario'],
  loginHint: [
    'Small letters, digits and . _ @ + -, such as an e-mail address.',
    'Minúsculas, cifras y . _ @ + -, por ejemplo un correo.',
  ],
  link: [
    'Give this link to the person. It is not shown again.',
    'Entregue este enlace a la persona. No se vuelve a mostrar.',
  ],
  linkWarns: [
    'It works once, for a day. Whoever has it can become this person.',
    'Sirve una vez, por un día. Quien lo tenga puede volverse esta persona.',
  ],
  linkName: ['Link', 'Enlace'],
})

export function LoginInput({ value, change }: { value: string; change: (value: string) => void }) {
  const t = useText(texts)
  return (
    <TextInput
      label={t.login}
      description={t.loginHint}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      autoCapitalize="none"
      autoComplete="off"
      autoFocus
    />
  )
}

export function InvitationLink({ of: { link } }: { of: InvitedPerson }) {
  const t = useText(texts)
  return (
    <div className="secret" role="status">
      <p>
        <b>{t.link}</b>
      </p>
      <p>{t.linkWarns}</p>
      <Copyable value={link} label={t.linkName} />
    </div>
  )
}
