// What both pages of sign-in have: the frame, why the reader is here, what went wrong, and where the page leads.
import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DeskBrand } from './brand.tsx'
import { messageOf, queries, Refused } from './client.ts'
import { bilingual, useText } from './language.tsx'
import { Page } from './page.tsx'

const texts = bilingual({
  idle: [
    'You were signed out after an hour without use.',
    'Su sesión se cerró tras una hora sin uso.',
  ],
  ended: ['Your session has ended. Sign in again.', 'Su sesión terminó. Inicie sesión de nuevo.'],
})

export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useText(texts)
  const { because }: { because?: string } = useSearch({ strict: false })
  return (
    <main className="alone">
      <p className="brand">
        <DeskBrand />
      </p>
      <Page title={title}>
        {because === 'idle' || because === 'ended' ? <p role="status">{t[because]}</p> : null}
        {children}
      </Page>
    </main>
  )
}

/** `wrong`: what it means that the service does not know who signs in. */
export function signInProblem(error: Error | null, wrong: string): string | undefined {
  if (error === null) return undefined
  return error instanceof Refused && error.status === 401 ? wrong : messageOf(error)
}

/** Opens the page that was asked for. `allowed`: an address in a link must not lead elsewhere. */
export function useEnter(
  home: string,
  allowed: RegExp,
): (() => Promise<void>) & { readonly to: string } {
  const router = useRouter()
  const { to }: { to?: string } = useSearch({ strict: false })
  const target = to !== undefined && allowed.test(to) ? to : home
  const enter = async () => {
    queries.clear()
    await router.navigate({ to: target })
  }
  return Object.assign(enter, { to: target })
}
