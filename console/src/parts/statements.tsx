// The statements of a customer for the last months, as PDF: for the customer and for the desk.
import { Button, Menu } from '@mantine/core'
import { now } from './clock.ts'
import { bilingual, useLanguage, useText } from './language.tsx'

const texts = bilingual({ open: ['Statements', 'Extractos'] })

const MONTHS = 12

/** `2026-11` and the eleven before it, in UTC. */
function months(nowMs: number): Date[] {
  const now = new Date(nowMs)
  return Array.from(
    { length: MONTHS },
    (_, before) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)),
  )
}

/** `path` is of the statements: a month and its ending follow. */
export function Statements({ path }: { path: string }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const name = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default">{t.open}</Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {months(now()).map((month) => (
          <Menu.Item
            key={month.getTime()}
            component="a"
            target="_blank"
            href={`${path}/${month.toISOString().slice(0, 7)}.pdf?language=${language}`}
          >
            {name.format(month)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
