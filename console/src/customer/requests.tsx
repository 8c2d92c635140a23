// Open requests of the desk for information. They are answered over the API.
import { useQuery } from '@tanstack/react-query'
import { corridor } from '../parts/client.ts'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'

const texts = bilingual(
  {
    title: 'The desk asks you for information',
    by: 'Answer it over the API by',
  },
  {
    title: 'La mesa le pide información',
    by: 'Respóndala por la API antes de',
  },
)

/** Nothing where nothing is asked. */
export function Requests({ organization }: { organization: string }) {
  const t = useText(texts)
  const { data } = useQuery({
    queryKey: [organization, 'requests'],
    queryFn: () =>
      corridor.informationRequests.list(organization, { status: 'OPEN', limit: 20 }).page(),
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <Section title={t.title}>
      <ul className="choices">
        {data.data.map(({ id, message, deadline }) => (
          <li key={id}>
            <div>
              {message}
              <p>
                {t.by} <Time at={deadline} />
              </p>
            </div>
            <Id id={id} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
