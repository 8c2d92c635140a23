// The frame of operators' pages: who is signed in, the pages, and the end of the session.
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, useCallback } from 'react'
import { bilingual, useText } from '../parts/language.tsx'
import { useIdle, useLeave } from '../parts/session.ts'
import { Shell } from '../parts/shell.tsx'
import { loginOf } from './actor.ts'
import { act, meQuery } from './api.ts'
import { useSignInAgain } from './ended.tsx'
import { PollProvider } from './live.tsx'
import { useDeskNavigation } from './navigation.ts'
import { useRole } from './role-words.ts'
import { SecretProvider } from './secrets.tsx'

const texts = bilingual({
  sandbox: ['Sandbox: no money moves.', 'Sandbox: no se mueve dinero.'],
  sandboxLabel: ['Sandbox', 'Sandbox'],
})

const DeskSearch = lazy(async () => ({ default: (await import('./search.tsx')).DeskSearch }))

export function OperatorShell() {
  const t = useText(texts)
  const role = useRole()
  const { data: me } = useQuery(meQuery)
  const leave = useLeave('operator', signOut)
  useIdle(
    'operator',
    useCallback(() => leave('idle'), [leave]),
  )
  const { isEnded, signIn } = useSignInAgain(me)
  const nav = useDeskNavigation(me, isEnded)
  return (
    <PollProvider isPaused={isEnded}>
      {signIn}
      <Shell
        key={me?.actor}
        nav={nav}
        home="/operator"
        whose={me === undefined ? null : `${loginOf(me.actor)}, ${role(me.role)}`}
        sandbox={
          me?.environment === 'sandbox' ? (
            <section className="sandbox-bar" aria-label={t.sandboxLabel}>
              {t.sandbox}
            </section>
          ) : null
        }
        search={(close, pages) => <DeskSearch pages={pages} close={close} />}
        signOut={() => leave('asked')}
      >
        <SecretProvider>
          <Outlet />
        </SecretProvider>
      </Shell>
    </PollProvider>
  )
}

const signOut = () => act('/operator/v1/sign-out', {}, undefined)
