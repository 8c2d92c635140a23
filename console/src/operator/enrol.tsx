// The page where a new operator enrols.
import { Link } from '@tanstack/react-router'
import { Enrol } from '../parts/enrol.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { operatorDoor } from './door.ts'
import { useDeskEnter } from './sign-in.tsx'

const texts = bilingual({ back: ['Back to the sign-in', 'Volver al inicio de sesión'] })

export function OperatorEnrol() {
  const t = useText(texts)
  const enter = useDeskEnter()
  return (
    <Enrol door={operatorDoor} enter={enter}>
      <p>
        <Link to="/operator/sign-in">{t.back}</Link>
      </p>
    </Enrol>
  )
}
