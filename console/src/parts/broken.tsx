// Pages that do not exist, and pages that failed.
import { Link } from '@tanstack/react-router'
import { Failing } from './answers.tsx'
import { bilingual, useText } from './language.tsx'
import { Page } from './page.tsx'

const texts = bilingual(
  {
    nothing: 'Nothing is here',
    why: 'The address is wrong, or your key may not see what it names.',
    first: 'To the first page',
  },
  {
    nothing: 'Aquí no hay nada',
    why: 'La dirección es incorrecta, o su clave no puede ver lo que nombra.',
    first: 'A la primera página',
  },
)

export function NothingHere() {
  const t = useText(texts)
  return (
    <div className="alone">
      <Page title={t.nothing}>
        <p>{t.why}</p>
        <p>
          <Link to="/">{t.first}</Link>
        </p>
      </Page>
    </div>
  )
}

export function Broken({ error }: { error: unknown }) {
  return (
    <div className="alone">
      <Failing error={error} retry={() => location.reload()} />
    </div>
  )
}
