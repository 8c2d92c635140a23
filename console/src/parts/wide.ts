// Wide windows, in which a list and the object that is opened from it stand side by side.
import { useSyncExternalStore } from 'react'

// styles.css has the same width.
const wide = matchMedia('(min-width: 1600px)')

export const isWide = (): boolean => wide.matches

function subscribe(told: () => void): () => void {
  wide.addEventListener('change', told)
  return () => wide.removeEventListener('change', told)
}

/** The columns that fit: beside an open object the first ones, `narrow` of them unless the window is wide. */
export function useBeside<One>(
  columns: readonly One[],
  isOpen: boolean,
  narrow = 3,
): readonly One[] {
  const most = useSyncExternalStore(subscribe, isWide) ? 5 : narrow
  return isOpen ? columns.slice(0, most) : columns
}
