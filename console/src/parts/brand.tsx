// The desk's name, mark, accent and contact, from its operator file. Without them the console has the name of the software.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

type Brand = {
  name: string | null
  accent: string | null
  mark: string | null
  contact: string | null
}

const NONE: Brand = { name: null, accent: null, mark: null, contact: null }

async function readBrand(): Promise<Brand> {
  const response = await fetch('/brand')
  if (!response.ok) return NONE
  const { data }: { data: Brand } = await response.json()
  return data
}

/** The desk's name; the software's while it is unknown. */
export function useDeskName(): string {
  return useBrand()?.name ?? 'Corridor'
}

export function useBrand(): Brand | undefined {
  const { data } = useQuery({
    queryKey: ['brand'],
    queryFn: () => readBrand().catch(() => NONE),
    staleTime: 300_000,
  })
  return data
}

/** For the head of every page, with the accent as a line above it. */
export function DeskBrand() {
  const brand = useBrand()
  const accent = brand?.accent ?? null
  useEffect(() => {
    if (accent !== null) document.documentElement.style.setProperty('--desk-accent', accent)
  }, [accent])
  // A name that is seen would change in a moment, and a link without one says nothing.
  if (brand === undefined) return <span className="visually-hidden">Corridor</span>
  return (
    <>
      {brand.mark === null ? null : <img className="desk-mark" src={brand.mark} alt="" />}
      {brand.name ?? 'Corridor'}
    </>
  )
}
