// The acts that the palette offers: those that the service lists as open for an object in view, and that have a button on
// the page.
import { queries } from '../parts/client.ts'
import type { PaletteAct } from '../parts/palette.tsx'
import { keyOf, type Schemas } from './api.ts'

export function actsInView(): PaletteAct[] {
  const listed = queries
    .getQueriesData<Schemas['OpenAct'][]>({
      queryKey: keyOf('/operator/v1/acts/{subject}'),
      type: 'active',
    })
    .flatMap(([, acts]) => acts ?? [])
  const open = new Set<string>(
    listed.flatMap(({ act, closed, is_allowed: isAllowed }) =>
      closed === null && isAllowed ? [act] : [],
    ),
  )
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-act]')]
  return buttons
    .filter((button) => !button.disabled && open.has(button.dataset['act'] ?? ''))
    .map((button) => ({ label: button.textContent, begin: () => button.click() }))
}
