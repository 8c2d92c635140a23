// The frame of a page: its title, which is the answer where it can be, its acts, and an object beside a list.
import { useEffect, type ReactNode } from 'react'
import { bilingual, useText } from './language.tsx'

const texts = bilingual({ close: 'Close' }, { close: 'Cerrar' })

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
  useEffect(() => {
    document.title = `${title} · Corridor`
  }, [title])
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

/** Names and values. Entries without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts
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

/** A list, and the object that was opened from it. Escape closes the object. */
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
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => {
      const isDialog = document.querySelector('[role=dialog]') !== null
      if (event.key === 'Escape' && !isDialog) onClose()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen, onClose])
  return (
    <div className={isOpen ? 'with-panel open' : 'with-panel'}>
      <div className="list">{children}</div>
      {isOpen ? (
        <aside className="panel" aria-label={title}>
          <header className="section-head">
            <h2>{title}</h2>
            <button type="button" className="plain close" onClick={onClose}>
              {t.close}
            </button>
          </header>
          {panel}
        </aside>
      ) : null}
    </div>
  )
}
