// How many of a list are not shown, as a link or button to them.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { bilingual, useText } from './language.tsx'

const texts = bilingual({
  more: [(count: number) => `and ${count} more`, (count: number) => `y ${count} más`],
  show: [(count: number) => `Show ${count} more`, (count: number) => `Mostrar ${count} más`],
})

export function AndMore({ left, link }: { left: number; link: (words: string) => ReactNode }) {
  const t = useText(texts)
  return left === 0 ? null : <> · {link(t.more(left))}</>
}

/** For what is shown nowhere else. */
export function ShowMore({ left, show }: { left: number; show: () => void }) {
  const t = useText(texts)
  return left === 0 ? null : (
    <Button variant="default" size="xs" mt="md" onClick={show}>
      {t.show(left)}
    </Button>
  )
}
