// Sessions of the console that have not ended, each with a button that ends it.
import type { PersonSession } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Section } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'

const texts = bilingual({
  title: ['Sessions', 'Sesiones'],
  person: ['Person', 'Persona'],
  from: ['From', 'Desde'],
  unknown: ['unknown', 'desconocido'],
  since: ['Signed in', 'Inicio'],
  used: ['Last used', 'Último uso'],
  acts: ['Acts', 'Actos'],
  here: ['this session', 'esta sesión'],
  end: ['End the session', 'Terminar la sesión'],
  ended: ['It stops working at once.', 'Deja de funcionar de inmediato.'],
})

/** `nameOf`: for sessions of several people. `person`: only those of one. */
export function PersonSessions({
  nameOf,
  person,
}: {
  nameOf?: (id: string) => string
  person?: string
}) {
  const t = useText(texts)
  const query = useQuery({
    queryKey: ['person-sessions', person],
    queryFn: () => corridor.people.sessions(person === undefined ? {} : { person_id: person }),
  })
  return (
    <Section title={t.title}>
      <Answer query={query}>
        {(sessions) => (
          <Table
            name="person-sessions"
            label={t.title}
            rows={sessions}
            idOf={({ id }: PersonSession) => id}
            columns={[
              ...(nameOf === undefined
                ? []
                : [
                    {
                      id: 'person',
                      head: t.person,
                      cell: (one: PersonSession) => nameOf(one.person_id),
                    },
                  ]),
              { id: 'from', head: t.from, cell: ({ network }) => network ?? t.unknown },
              { id: 'since', head: t.since, cell: (one) => <Time at={one.created_at} isReal /> },
              { id: 'used', head: t.used, cell: (one) => <Time at={one.last_used_at} isReal /> },
              {
                id: 'acts',
                head: t.acts,
                cell: ({ id, is_current: isCurrent }) =>
                  isCurrent ? (
                    t.here
                  ) : (
                    <Act
                      label={t.end}
                      size="compact-xs"
                      tone="danger"
                      confirm={<p>{t.ended}</p>}
                      run={() => corridor.people.endSession(id)}
                    />
                  ),
              },
            ]}
          />
        )}
      </Answer>
    </Section>
  )
}
