// Sends an order for the approval of a second person, in place of making it.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { corridor } from './corridor.ts'

const texts = bilingual({
  note: [
    'Note for whoever approves (may be empty)',
    'Nota para quien aprueba (puede quedar vacía)',
  ],
})

export function SendForApproval({
  body,
  label,
  organization,
}: {
  body: { quote_id: string; external_reference_id?: string; priced_by: 'payin' | 'payout' }
  label: string
  organization: string
}) {
  const t = useText(texts)
  const navigate = useNavigate()
  const [note, setNote] = useState('')
  return (
    <>
      <TextInput
        label={t.note}
        value={note}
        maxLength={500}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        mb="sm"
      />
      <Act
        key={body.quote_id}
        tone="primary"
        label={label}
        run={() =>
          corridor.orderRequests.prepare(organization, {
            ...body,
            ...(note.trim() === '' ? {} : { note: note.trim() }),
          })
        }
        onDone={({ id }) =>
          void navigate({
            to: '/$organization/approvals',
            params: { organization },
            search: { open: id },
          })
        }
      />
    </>
  )
}
