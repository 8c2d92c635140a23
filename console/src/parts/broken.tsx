// Pages that do not exist, and pages that failed.
import { Link, useLocation } from '@tanstack/react-router'
import { Failing } from './answers.tsx'
import { bilingual, useText } from './language.tsx'
import { Page } from './page.tsx'

const texts = bilingual(
  {
    nothing: 'Nothing is here',
    why: 'The address is wrong, or you may not see what it names.',
    first: 'To the first page',
    broken: 'Not available now',
  },
  {
    nothing: 'Aquí no hay nada',
    why: 'La dirección es incorrecta, o usted no puede ver lo que nombra.',
    first: 'A la primera página',
    broken: 'No disponible ahora',
  },
)

export function NothingHere() {
  const t = useText(texts)
  const isDesk = useLocation().pathname.startsWith('/operator')
  return (
    <main className="alone">
      <Page title={t.nothing}>
        <p>{t.why}</p>
        <p>
          <Link to={isDesk ? '/operator' : '/'}>{t.first}</Link>
        </p>
      </Page>
    </main>
  )
}

export function Broken({ error }: { error: unknown }) {
  const t = useText(texts)
  return (
    <main className="alone">
      <Page title={t.broken}>
        <Failing error={error} retry={() => location.reload()} />
      </Page>
    </main>
  )
}
