// The page that an invitation links to: a new person chooses a password and connects an authenticator app. The token comes
// after the # of the address, which no server gets.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Enrol } from '../parts/enrol.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { rememberPerson } from '../parts/sign-in-form.tsx'
import { useEnter } from '../parts/sign-in.tsx'
import { customerDoor } from './door.ts'

const texts = bilingual({ back: ['Back to the sign-in', 'Volver al inicio de sesión'] })

export function PersonEnrol() {
  const t = useText(texts)
  const [given] = useState(() => location.hash.slice(1))
  const enter = useEnter('/', /^\/[^/\\]/)
  return (
    <Enrol
      door={customerDoor}
      given={given}
      enter={() => {
        rememberPerson('')
        return enter()
      }}
    >
      <p>
        <Link to="/sign-in" search={{ as: 'person' }}>
          {t.back}
        </Link>
      </p>
    </Enrol>
  )
}
