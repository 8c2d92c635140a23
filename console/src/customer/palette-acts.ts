// The acts that the palette offers: the buttons at the top of the page in view, and those that begin something new, as far as
// the reader may.
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerRight } from '../../../server/src/platform/access/customer-roles.ts'
import { bilingual, useText } from '../parts/language.tsx'
import type { PaletteAct } from '../parts/palette.tsx'
import { sessionQuery } from '../parts/session.ts'
import { useMay } from './rights.tsx'

const texts = bilingual({
  quote: ['New order: get a quote', 'Nueva orden: pedir una cotización'],
  instruments: ['Add an instrument', 'Agregar un instrumento'],
  organizations: ['Add an organization', 'Agregar una organización'],
  webhooks: ['Add a webhook endpoint', 'Agregar un endpoint de webhook'],
  keys: ['Create an API key', 'Crear una clave de API'],
  people: ['Invite a person', 'Invitar a una persona'],
})

/** The page of each, and what it needs. */
const BEGINNINGS: readonly [page: keyof (typeof texts)['en'], right: CustomerRight][] = [
  ['quote', 'prepare'],
  ['instruments', 'prepare'],
  ['organizations', 'prepare'],
  ['webhooks', 'develop'],
  ['keys', 'develop'],
  ['people', 'manage_people'],
]

export function usePaletteActs(organization: string): PaletteAct[] {
  const t = useText(texts)
  const may = useMay()
  const router = useRouter()
  const { data: session } = useQuery(sessionQuery)
  // The buttons as they were when the palette was opened.
  const [inView] = useState(actsInView)
  const isOpen = (page: string, right: CustomerRight): boolean =>
    may(right) && (page !== 'organizations' || session?.organization_id === null)
  const begin = (page: string) => () =>
    void router.navigate({
      to: `/${organization}/${page}`,
      ...(page === 'quote' ? {} : { search: { open: 'new' } }),
    })
  const all = [
    ...inView,
    ...BEGINNINGS.filter(([page, right]) => isOpen(page, right)).map(([page]) => ({
      label: t[page],
      begin: begin(page),
    })),
  ]
  return all.filter(({ label }, at) => all.findIndex((one) => one.label === label) === at)
}

const actsInView = (): PaletteAct[] =>
  [...document.querySelectorAll<HTMLElement>('main .page-head .acts :is(button, a)')]
    .filter((one) => one.checkVisibility() && !one.matches(':disabled'))
    .map((one) => ({ label: one.textContent, begin: () => one.click() }))
