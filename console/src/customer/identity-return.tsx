// The page that the company's identity provider sends the browser back to.
import { useMutation } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FailedAct } from '../parts/act.tsx'
import { messageOf, queries } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { rememberPerson } from '../parts/sign-in-form.tsx'
import { SignInFrame } from '../parts/sign-in.tsx'
import { tellOtherTabs } from '../parts/tabs.ts'
import { finishWithProvider, LINK, purposeOfReturn, SIGN_IN } from './identity.ts'

const texts = bilingual({
  title: ['Sign in', 'Iniciar sesión'],
  waits: ['Your company’s provider is asked.', 'Se consulta al proveedor de su empresa.'],
  otherTab: [
    'This sign-in did not begin in this tab. Begin again.',
    'Este inicio de sesión no empezó en esta pestaña. Empiece de nuevo.',
  ],
  again: ['Back to the sign-in', 'Volver al inicio de sesión'],
})

export function IdentityReturn() {
  const t = useText(texts)
  const router = useRouter()
  const { company } = useParams({ from: '/sign-in/identity/$company' })
  const [query] = useState(() => location.search.slice(1))
  const [purpose] = useState(purposeOfReturn)
  const finishing = useMutation({
    mutationFn: async () => {
      // A link of somebody else must not sign anybody in.
      if (purpose === undefined) throw new Error(t.otherTab)
      return finishWithProvider(purpose === 'link' ? LINK : SIGN_IN, query, company)
    },
    onSuccess: () => {
      queries.clear()
      if (purpose === undefined || purpose === 'link') return router.navigate({ to: '/' })
      rememberPerson(purpose.company)
      tellOtherTabs('customer')
      return router.navigate({ to: purpose.to })
    },
  })
  const { mutate } = finishing
  useEffect(() => {
    // Nobody finds the code in the history.
    history.replaceState(null, '', location.pathname)
    mutate()
  }, [mutate])
  return (
    <SignInFrame title={t.title}>
      {finishing.isError ? (
        <>
          <FailedAct>{messageOf(finishing.error)}</FailedAct>
          <p>
            <Link to="/sign-in" search={{ as: 'person' }}>
              {t.again}
            </Link>
          </p>
        </>
      ) : (
        <p role="status">{t.waits}</p>
      )}
    </SignInFrame>
  )
}
