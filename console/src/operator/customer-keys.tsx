// The API keys of a customer that reach an organization: their names, scopes and last use. Only the customer revokes them.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { State, type Shape } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { readAll, type Schemas } from './api.ts'

const texts = bilingual(
  {
    title: 'API keys',
    label: 'Name',
    status: { ACTIVE: 'works', EXPIRED: 'expired', REVOKED: 'revoked' },
    state: 'State',
    scopes: 'Scopes',
    used: 'Last used',
    never: 'never',
    none: 'No key reaches this organization.',
  },
  {
    title: 'Claves de API',
    label: 'Nombre',
    status: { ACTIVE: 'funciona', EXPIRED: 'vencida', REVOKED: 'revocada' },
    state: 'Estado',
    scopes: 'Permisos',
    used: 'Último uso',
    never: 'nunca',
    none: 'Ninguna clave alcanza esta organización.',
  },
)

const SHAPES: Readonly<Record<Schemas['ApiKeyStatus'], Shape>> = {
  ACTIVE: 'done',
  EXPIRED: 'off',
  REVOKED: 'off',
}
const MOST = 400

export function CustomerKeys({
  enterprise,
  organization,
}: {
  enterprise: string
  organization: string
}) {
  const t = useText(texts)
  const query = useQuery({
    queryKey: ['operator', 'api keys', enterprise],
    queryFn: () => readAll('/operator/v1/api_keys', { enterprise_id: enterprise }, MOST),
  })
  return (
    <>
      <h3>{t.title}</h3>
      <Answer query={query} lines={3}>
        {({ rows }) => {
          const reaching = rows.filter(
            ({ organization_id: only }) => only === null || only === organization,
          )
          return reaching.length === 0 ? (
            <p className="dim">{t.none}</p>
          ) : (
            <Table
              name="customer-keys"
              label={t.title}
              rows={reaching}
              idOf={({ id }) => id}
              columns={[
                { id: 'label', head: t.label, cell: ({ label }) => label },
                {
                  id: 'state',
                  head: t.state,
                  cell: ({ status }) => <State word={t.status[status]} shape={SHAPES[status]} />,
                },
                { id: 'scopes', head: t.scopes, cell: ({ scopes }) => scopes.join(', ') },
                {
                  id: 'used',
                  head: t.used,
                  cell: ({ last_used_at: at }) => (at === null ? t.never : <Time at={at} />),
                },
              ]}
            />
          )
        }}
      </Answer>
    </>
  )
}
