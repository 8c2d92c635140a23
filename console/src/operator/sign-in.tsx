// The page where operators sign in.
import { Link } from '@tanstack/react-router'
import { bilingual, useText } from '../parts/language.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'
import { SignInFrame, useEnter } from '../parts/sign-in.tsx'
import { actAs } from './api.ts'
import { operatorDoor } from './door.ts'

const texts = bilingual({
  title: ['Sign in to the desk', 'Iniciar sesión en la mesa'],
  enrol: ['I have an enrolment token', 'Tengo un token de inscripción'],
  customers: ['Customers sign in here', 'Los clientes entran aquí'],
})

export function OperatorSignIn() {
  const t = useText(texts)
  const enter = useDeskEnter()
  return (
    <SignInFrame title={t.title}>
      <SignInForm door={operatorDoor} entered={enter} />
      <p className="below">
        <Link to="/operator/enrol">{t.enrol}</Link>
      </p>
      <p>
        <Link to="/sign-in">{t.customers}</Link>
      </p>
    </SignInFrame>
  )
}

/** Opens the operators' page that was asked for. */
export function useDeskEnter(): () => Promise<void> {
  const enter = useEnter('/operator', /^\/operator(\/|$)/)
  return () => {
    actAs(undefined)
    return enter()
  }
}
