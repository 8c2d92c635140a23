// An export of exactly the rows that a list is narrowed to.
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bilingual, useText } from '../parts/language.tsx'
import type { Days } from '../parts/days.ts'
import { may, meQuery } from './api.ts'
import type { ExportFilters } from './export-file.ts'
import { ExportForm } from './export-form.tsx'

const texts = bilingual({
  label: ['Export', 'Exportar'],
  title: ['Export what is listed', 'Exportar lo listado'],
  close: ['Close', 'Cerrar'],
})

export function ExportListed({
  list,
  days,
  filters,
}: {
  list: 'orders' | 'deposits' | 'payouts' | 'refunds'
  days: Days
  filters: ExportFilters
}) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const [isOpen, setOpen] = useState(false)
  if (!may(me, 'export')) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t.label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t.title}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <ExportForm days={days} filters={filters} only={list} />
      </Modal>
    </>
  )
}
