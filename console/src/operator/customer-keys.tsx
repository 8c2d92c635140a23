// The API keys of a customer that reach an organization. A row opens the key.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { keyTexts, useKeyColumns } from '../customer/key-parts.tsx'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Table } from '../parts/table.tsx'
import { readAll } from './api.ts'

const texts = bilingual({
  title: ['API keys', 'Claves de API'],
  none: ['No key reaches this organization.', 'Ninguna clave alcanza esta organización.'],
})
const MOST = 400

export function CustomerKeys({
  enterprise,
  organization,
}: {
  enterprise: string
  organization: string
}) {
  const t = useText(texts)
  const words = useText(keyTexts)
  const columns = useKeyColumns()
  const navigate = useNavigate()
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
              onOpen={({ id }) => void navigate({ to: '/operator/keys', search: { open: id } })}
              columns={[{ id: 'label', head: words.label, cell: ({ label }) => label }, ...columns]}
            />
          )
        }}
      </Answer>
    </>
  )
}
