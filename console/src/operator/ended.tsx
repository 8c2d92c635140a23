// The session of an operator has ended while the page was open. The sign-in covers the page, which keeps what was typed. The
// same person goes on there; for anybody else the page begins anew.
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { DeskBrand } from '../parts/brand.tsx'
import { isSignedOut, queries, Refused } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { useEnded } from '../parts/session.ts'
import { useOtherTabs } from '../parts/tabs.ts'
import { loginOf } from './actor.ts'
import { actAs, meQuery, readMe, type Me } from './api.ts'
import { SignInForm } from '../parts/sign-in-form.tsx'
import { operatorDoor } from './door.ts'

const texts = bilingual({
  title: ['Your session has ended', 'Su sesión terminó'],
  kept: [
    'Sign in again to go on. What you typed is still there, and nothing was sent.',
    'Inicie sesión de nuevo para seguir. Lo que escribió sigue ahí y nada se envió.',
  ],
  elsewhere: [
    'It ended after 12 hours, or somebody signed in or out in another tab.',
    'Terminó tras 12 horas, o alguien entró o salió en otra pestaña.',
  ],
})

/** Whether the session has ended, and the sign-in to show then. */
export function useSignInAgain(me: Me | undefined): { isEnded: boolean; signIn: ReactNode } {
  const router = useRouter()
  const [isEnded, setEnded] = useState(false)
  const end = useCallback(() => setEnded(true), [])
  useEnded(end)
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        // A wrong code is a refusal of another kind.
        const { error } = event.action
        if (error instanceof Refused && error.code === 'not_signed_in') end()
      }),
    [end],
  )
  // Another tab signed in or out. The page asks as its own person: it goes on only for the same one.
  const look = useCallback(
    () =>
      void readMe().then(
        (now) => {
          queries.setQueryData(meQuery.queryKey, now)
          setEnded(false)
          void queries.invalidateQueries()
        },
        (error: unknown) => {
          if (isSignedOut(error)) end()
        },
      ),
    [end],
  )
  useOtherTabs('operator', look)
  const entered = async () => {
    actAs(undefined)
    const now = await readMe()
    const isSame = now.actor === me?.actor
    if (!isSame) {
      queries.clear()
      await router.navigate({ to: '/operator' })
    }
    queries.setQueryData(meQuery.queryKey, now)
    setEnded(false)
    if (isSame) void queries.invalidateQueries()
  }
  const login = me === undefined ? '' : loginOf(me.actor)
  return { isEnded, signIn: isEnded ? <Cover login={login} entered={entered} /> : null }
}

function Cover({ login, entered }: { login: string; entered: () => Promise<void> }) {
  const t = useText(texts)
  const dialog = useRef<HTMLDialogElement>(null)
  // The top layer of the browser also covers dialogs of the page, and nothing below can be reached.
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="cover"
      role="dialog"
      aria-labelledby="session-ended"
      onCancel={(event) => event.preventDefault()}
    >
      <div className="alone">
        <p className="brand">
          <DeskBrand />
        </p>
        <h1 id="session-ended">{t.title}</h1>
        <p>{t.kept}</p>
        <p className="dim">{t.elsewhere}</p>
        <SignInForm door={operatorDoor} entered={entered} known={login} />
      </div>
    </dialog>
  )
}
