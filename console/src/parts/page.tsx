// The frame of a page: its title, which is the answer where it can be, its acts, and an object beside a list.
import { useEffect, useRef, type ReactNode } from 'react'
import { useDeskName } from './brand.tsx'
import { isWide } from './wide.ts'
import { bilingual, useText } from './language.tsx'

const texts = bilingual({ close: ['Close', 'Cerrar'] })

export function Page({
  title,
  below,
  acts,
  children,
}: {
  title: string
  below?: ReactNode
  acts?: ReactNode
  children: ReactNode
}) {
  const desk = useDeskName()
  useEffect(() => {
    document.title = `${title} · ${desk}`
  }, [title, desk])
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {below === undefined ? null : <div className="dim below">{below}</div>}
        </div>
        {acts === undefined ? null : <div className="acts">{acts}</div>}
      </header>
      {children}
    </>
  )
}

export function Section({
  title,
  acts,
  children,
}: {
  title: string
  acts?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="section">
      <header className="section-head">
        <h2>{title}</h2>
        {acts}
      </header>
      {children}
    </section>
  )
}

type Listed = readonly (readonly [name: string, value: ReactNode])[]

/** Names and values. Entries without a value are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> | Listed }) {
  const listed: Listed = isListed(facts) ? facts : Object.entries(facts)
  return (
    <dl className="facts">
      {listed
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const isListed = (facts: object): facts is Listed => Array.isArray(facts)

/** The row that `j` or `k` goes to: the one that has the focus by now, or the next to that of the open object. */
function rowToFollow({
  key,
  target,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: KeyboardEvent): HTMLElement | null {
  const isTyped = target instanceof Element && target.closest('input, textarea, select') !== null
  if (isTyped || ctrlKey || metaKey || altKey) return null
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.matches('.list tbody tr')) return focused
  // Something else has acted on the key.
  if (defaultPrevented) return null
  const open = document.querySelector('.list tr[aria-selected]')
  const next = key === 'j' ? open?.nextElementSibling : open?.previousElementSibling
  return next instanceof HTMLElement ? next : null
}

/**
 * A list, and the object that was opened from it. The object takes the focus when it is opened from the list. Escape closes it,
 * and the focus goes back to its row.
 */
export function WithPanel({
  panel,
  title,
  onClose,
  children,
}: {
  panel: ReactNode
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const t = useText(texts)
  const isOpen = panel !== null && panel !== undefined
  const aside = useRef<HTMLElement>(null)
  const opener = useRef<Element>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !wasOpen.current) {
      opener.current = document.activeElement
      aside.current?.focus({ preventScroll: true })
    }
    wasOpen.current = isOpen
  }, [isOpen])
  const follow = (event: KeyboardEvent) => {
    const row = isWide() ? rowToFollow(event) : null
    row?.focus()
    row?.click()
  }
  const close = () => {
    const row = document.querySelector('.list tr[aria-selected]') ?? opener.current
    onClose()
    if (row instanceof HTMLElement) row.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('[role=dialog]') !== null) return
      if (event.key === 'j' || event.key === 'k') return follow(event)
      if (event.key !== 'Escape') return
      const inside = event.target instanceof Element ? event.target : document.body
      // A dialog or a menu that this Escape closed may be gone from the page by now.
      if (inside.closest('[role=dialog], [role=menu]') !== null) return
      // Escape leaves a field first: what was typed is not lost at once.
      if (inside.closest('input, textarea, select') === null) close()
      else aside.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <div className={isOpen ? 'with-panel open' : 'with-panel'}>
      <div className="list">{children}</div>
      {isOpen ? (
        <aside className="panel" aria-label={title} ref={aside} tabIndex={-1}>
          <header className="section-head">
            <h2>{title}</h2>
            <button type="button" className="plain close" onClick={close}>
              {t.close}
            </button>
          </header>
          {panel}
        </aside>
      ) : null}
    </div>
  )
}
