// Pages that do not exist, and pages that failed.
import { Link, useLocation } from '@tanstack/react-router'
import { Failing } from './answers.tsx'
import { bilingual, useText } from './language.tsx'
import { Page } from './page.tsx'

const texts = bilingual({
  nothing: ['Nothing is here', 'Aquí no hay nada'],
  why: [
    'The address is wrong, or you may not see what it names.',
    'La dirección es incorrecta, o usted no puede ver lo que nombra.',
  ],
  first: ['To the first page', 'A la primera página'],
  broken: ['Not available now', 'No disponible ahora'],
  part: [
    'A part of the page could not be loaded. The console may have a new version.',
    'No se pudo cargar una parte de la página. Quizá la consola tenga una versión nueva.',
  ],
})

/** Browsers say it in a sentence of their own, in English. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof TypeError && /\bimport/i.test(error.message)

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
        <Failing
          error={isMissingPart(error) ? new Error(t.part) : error}
          retry={() => location.reload()}
        />
      </Page>
    </main>
  )
}
