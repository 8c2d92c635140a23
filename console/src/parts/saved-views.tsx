// Views of a list by name: its filters, as the address has them. This browser keeps them.
import { Button, Menu, Modal, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { bilingual, useText } from './language.tsx'

const texts = bilingual({
  views: ['Views', 'Vistas'],
  saveAs: ['Save what is shown', 'Guardar lo que se ve'],
  name: ['Name of the view', 'Nombre de la vista'],
  save: ['Save', 'Guardar'],
  close: ['Close', 'Cerrar'],
  remove: [(name: string) => `Forget ${name}`, (name: string) => `Olvidar ${name}`],
})

type Filters = Readonly<Record<string, string>>
type View = { name: string; filters: Filters }

const isView = (value: unknown): value is View => {
  if (typeof value !== 'object' || value === null) return false
  const { name, filters }: { name?: unknown; filters?: unknown } = value
  return typeof name === 'string' && typeof filters === 'object' && filters !== null
}

function kept(place: string): View[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(value) ? value.filter(isView) : []
  } catch {
    return []
  }
}

/** `of`: the list. */
export function SavedViews({ of }: { of: string }) {
  const t = useText(texts)
  const place = `corridor.views.${of}`
  const [views, setViews] = useState(() => kept(place))
  const [isNaming, setNaming] = useState(false)
  const [name, setName] = useState('')
  const { open: _open, ...shown }: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const keep = (next: View[]) => {
    localStorage.setItem(place, JSON.stringify(next))
    setViews(next)
  }
  const save = () => {
    const filters = Object.fromEntries(
      Object.entries(shown).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    )
    const others = views.filter((view) => view.name !== name.trim())
    keep([...others, { name: name.trim(), filters }])
    setNaming(false)
    setName('')
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" size="xs">
            {t.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              onClick={() => void navigate({ to: '.', search: () => view.filters })}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length === 0 ? null : <Menu.Divider />}
          <Menu.Item onClick={() => setNaming(true)}>{t.saveAs}</Menu.Item>
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              color="red"
              onClick={() => keep(views.filter((one) => one !== view))}
            >
              {t.remove(view.name)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isNaming}
        onClose={() => setNaming(false)}
        title={t.saveAs}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') save()
          }}
        >
          <TextInput
            label={t.name}
            value={name}
            maxLength={60}
            mb="md"
            data-autofocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {t.save}
          </Button>
        </form>
      </Modal>
    </>
  )
}
