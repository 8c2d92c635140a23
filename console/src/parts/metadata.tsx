// Keys and values that a customer gave to an object. Nothing of the service depends on them.
import { bilingual, useText } from './language.tsx'
import { Facts, Section } from './page.tsx'

const texts = bilingual({ title: ['Metadata', 'Metadatos'] })

/** Nothing for an object without any. */
export function Metadata({ of: { metadata } }: { of: { metadata?: Record<string, string> } }) {
  const t = useText(texts)
  if (metadata === undefined) return null
  return (
    <Section title={t.title}>
      <Facts facts={Object.entries(metadata)} />
    </Section>
  )
}
