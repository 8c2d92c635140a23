// The page that an invitation links to: a new person chooses a password and connects an authenticator app. The token comes
// after the # of the address, which no server gets.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isSignedOut } from '../parts/client.ts'
import { Enrol } from '../parts/enrol.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { rememberPerson } from '../parts/sign-in-form.tsx'
import { useEnter } from '../parts/sign-in.tsx'
import { customerDoor, readInvitation } from './door.ts'
import { useRoleWords } from './rights.tsx'

const texts = bilingual({
  back: ['Back to the sign-in', 'Volver al inicio de sesión'],
  whose: [
    (company: string, login: string, role: string) =>
      `${company} invites you as ${role}. You will sign in with the company ${company} and the login ${login}.`,
    (company: string, login: string, role: string) =>
      `${company} lo invita como ${role}. Usted entrará con la empresa ${company} y el usuario ${login}.`,
  ],
  closed: [
    'This link does not work any more: it was used, or a day has passed. Ask for another one.',
    'Este enlace ya no sirve: se usó, o pasó un día. Pida otro.',
  ],
})

export function PersonEnrol() {
  const t = useText(texts)
  const { one } = useRoleWords()
  const [given] = useState(() => location.hash.slice(1))
  const enter = useEnter('/', /^\/[^/\\]/)
  const { data, error } = useQuery({
    queryKey: ['invitation', given],
    queryFn: () => readInvitation(given),
    enabled: given !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { company = '', login = '', role = 'viewer' } = data ?? {}
  return (
    <Enrol
      door={customerDoor}
      given={given}
      whose={
        data !== undefined ? (
          <p>{t.whose(company, login, one(role))}</p>
        ) : isSignedOut(error) ? (
          <p className="note bad">{t.closed}</p>
        ) : null
      }
      enter={() => {
        rememberPerson(company)
        return enter()
      }}
    >
      <p>
        <Link to="/sign-in" search={{ as: 'person', company }}>
          {t.back}
        </Link>
      </p>
    </Enrol>
  )
}
