// The address of a page has its state: the open object and the filters.
import { useNavigate, useSearch } from '@tanstack/react-router'

type Name =
  | 'open'
  | 'scope'
  | 'status'
  | 'enterprise'
  | 'organization'
  | 'order'
  | 'rail'
  | 'currency'
  | 'pair'
  | 'from'
  | 'to'
  | 'kind'
  | 'side'
  | 'min'
  | 'max'
  | 'text'
  | 'q'
  | 'actor'
  | 'act'
  | 'subject'
  | 'sort'
  | 'role'
type Shown = { [N in Name]?: string | undefined }

/** The state in the address, and a function that changes some of it. The back button undoes each change. */
export function useShown(): [Shown, (changes: Shown) => void] {
  const shown: Shown = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Shown) =>
    void navigate({
      to: '.',
      search: (present: Shown) => ({ ...present, ...changes }),
      // The list stays where it is.
      resetScroll: false,
    })
  return [shown, change]
}
