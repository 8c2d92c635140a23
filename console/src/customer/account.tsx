// The account of the person who is signed in: passkeys, notices and sessions.
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { sessionQuery } from '../parts/session.ts'
import { YourPasskeys } from '../parts/your-passkeys.tsx'
import { customerDoor } from './door.ts'
import { MailNotices } from './notices.tsx'
import { PersonSessions } from './person-sessions.tsx'

const texts = bilingual({ title: ['Your account', 'Su cuenta'] })

export function Account() {
  const t = useText(texts)
  const { data: session } = useQuery(sessionQuery)
  const person = session?.person?.id
  return (
    <YourPasskeys door={customerDoor} title={t.title}>
      {person === undefined ? null : (
        <>
          <MailNotices />
          <PersonSessions person={person} />
        </>
      )}
    </YourPasskeys>
  )
}
