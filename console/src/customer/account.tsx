// The account of the person who is signed in: who it is, passkeys, notices and sessions.
import { useQuery } from '@tanstack/react-query'
import { Copyable } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Facts } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'
import { YourPasskeys } from '../parts/your-passkeys.tsx'
import { customerDoor } from './door.ts'
import { MailNotices } from './notices.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { useRoleWords } from './rights.tsx'
import { YourIdentity } from './your-identity.tsx'

const texts = bilingual({
  title: ['Your account', 'Su cuenta'],
  login: ['Login', 'Usuario'],
  company: ['Company', 'Empresa'],
  role: ['Role', 'Rol'],
  signIn: ['Page of the sign-in', 'Página de inicio de sesión'],
})

export function Account() {
  const t = useText(texts)
  const { one } = useRoleWords()
  const { data: session } = useQuery(sessionQuery)
  if (session?.person == null) return null
  const { person, enterprise_name: company } = session
  const query = new URLSearchParams({ company }).toString()
  const signIn = `${location.origin}/console/sign-in?${query}`
  return (
    <YourPasskeys
      door={customerDoor}
      title={t.title}
      who={
        <Facts
          facts={{
            [t.login]: person.login,
            [t.company]: company,
            [t.role]: one(person.role),
            [t.signIn]: <Copyable value={signIn} label={t.signIn} />,
          }}
        />
      }
    >
      <YourIdentity />
      <MailNotices />
      <PersonSessions person={person.id} />
    </YourPasskeys>
  )
}
