// The pages in groups, each with a count where something waits.
import { Link } from '@tanstack/react-router'
import { bilingual, useText } from './language.tsx'
import styles from './navigation.module.css'

const texts = bilingual({ navigation: ['Pages', 'Páginas'] })

export type NavItem = {
  label: string
  /** The path, without /console. */
  to: string
  /** `g` and this key open it. */
  key: string
  /** Only the path itself is this page, not what is below it. */
  isExact?: boolean
  /** How much waits there, in words. Absent if nothing does. */
  waits?: string | undefined
  /** More words that the palette finds it by. */
  words?: string
}

/** At most seven pages. */
export type NavGroup = { label: string; items: readonly NavItem[] }

export function Navigation({
  groups,
  isOpen,
  close,
}: {
  groups: readonly NavGroup[]
  /** On a narrow page. */
  isOpen: boolean
  close: () => void
}) {
  const t = useText(texts)
  return (
    <nav className={`${styles['nav']} ${isOpen ? styles['open'] : ''}`} aria-label={t.navigation}>
      {groups.map(({ label, items }) => (
        <ul key={label} aria-label={label}>
          <li className={styles['group']} aria-hidden>
            {label}
          </li>
          {items.map(({ label: page, to, isExact, waits }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: isExact === true, includeSearch: false }}
                activeProps={{ className: `active ${styles['active']}` }}
                data-waits={waits}
                onClick={close}
              >
                {page}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
