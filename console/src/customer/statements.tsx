// The statements of the last months, as PDF.
import { Button, Menu } from '@mantine/core'
import { now } from '../parts/clock.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'

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

export function Statements({ organization }: { organization: string }) {
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
            href={`/console/v1/organizations/${organization}/statements/${month.toISOString().slice(0, 7)}.pdf?language=${language}`}
          >
            {name.format(month)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
