// Code that is loaded when a page shows it first, beside the data that it shows. As a query, since React shows a fallback
// for at least 300 ms.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Made by lazyRouteComponent, which reloads the page once if a newer service has no such file any more. */
type Later = { preload?: (() => Promise<void> | undefined) | undefined }

/** Whether the parts with this name are loaded. */
export const useLoaded = (name: string, parts: readonly Later[]): boolean =>
  useQuery({
    queryKey: ['code', name],
    queryFn: async () => {
      await Promise.all(parts.map((part) => part.preload?.()))
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).isSuccess

/** Shows what only some objects need, once its parts are loaded. */
export const WhenLoaded = ({
  name,
  parts,
  children,
}: {
  name: string
  parts: readonly Later[]
  children: ReactNode
}): ReactNode => (useLoaded(name, parts) ? children : null)
