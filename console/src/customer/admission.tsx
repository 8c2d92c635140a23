// Whoever used a link waits here until another admin has admitted the person.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { queries, signOut } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { sessionQuery, useLeave } from '../parts/session.ts'

const texts = bilingual({
  title: ['Another admin must admit you', 'Otro administrador debe admitirlo'],
  why: [
    (login: string, company: string) =>
      `You are signed in as ${login} of ${company}. An admin of your company who did not make your link admits you on the page People. Call one.`,
    (login: string, company: string) =>
      `Usted entró como ${login} de ${company}. Un administrador de su empresa que no creó su enlace lo admite en la página Personas. Llame a uno.`,
  ],
  again: ['Look again', 'Mirar de nuevo'],
  out: ['Sign out', 'Salir'],
})

export function Admission() {
  const t = useText(texts)
  const router = useRouter()
  const { data: session } = useQuery(sessionQuery)
  const leave = useLeave('customer', signOut)
  const look = () => {
    queries.clear()
    void router.navigate({ to: '/' })
  }
  return (
    <main className="alone">
      <Page title={t.title}>
        <p>{t.why(session?.person?.login ?? '', session?.enterprise_name ?? '')}</p>
        <div className="acts">
          <Button onClick={look}>{t.again}</Button>
          <Button variant="default" onClick={() => leave('asked')}>
            {t.out}
          </Button>
        </div>
      </Page>
    </main>
  )
}
