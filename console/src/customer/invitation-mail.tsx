// The mail of an invitation: where the link goes besides the page, and what became of the mail.
import type { NewlyInvitedPerson } from '@corridor/sdk'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { InvitationLink } from './invitation.tsx'
import { personNoticesQuery } from './notices.tsx'

const texts = bilingual({
  address: ['Mail address (optional)', 'Correo electrónico (opcional)'],
  addressHint: [
    'The link goes there too, in the language of this page. The address is not stored.',
    'El enlace también va allí, en el idioma de esta página. El correo no se guarda.',
  ],
  SENT: ['The mail server took the mail.', 'El servidor de correo recibió el mensaje.'],
  REFUSED: [
    'The mail server refuses this address. Hand the link over yourself.',
    'El servidor de correo rechaza esta dirección. Entregue el enlace usted.',
  ],
  FAILED: [
    'The mail could not be sent. Hand the link over yourself.',
    'No se pudo enviar el correo. Entregue el enlace usted.',
  ],
  BUSY: [
    'Too many mails are being sent, and this one was not. Hand the link over yourself.',
    'Se están enviando demasiados correos, y este no se envió. Entregue el enlace usted.',
  ],
  OFF: [
    'The desk sends no mails: hand the link over yourself.',
    'La mesa no envía correos: entregue el enlace usted.',
  ],
})

export function InvitationAddress({
  value,
  change,
}: {
  value: string
  change: (value: string) => void
}) {
  const t = useText(texts)
  const { data } = useQuery(personNoticesQuery)
  if (data?.mail_is_on === false) return <p className="dim">{t.OFF}</p>
  return (
    <TextInput
      label={t.address}
      description={t.addressHint}
      mt="sm"
      type="email"
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      autoComplete="off"
    />
  )
}

export function MailedInvitation({ of }: { of: NewlyInvitedPerson }) {
  const t = useText(texts)
  return (
    <>
      {of.mail === null ? null : <p role="status">{t[of.mail]}</p>}
      <InvitationLink of={of} />
    </>
  )
}
