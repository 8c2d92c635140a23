// One box for all that can be opened: pages, open acts of the object in view, and what a search finds. It is loaded when it
// is opened first. Arrows choose, and Enter opens what is chosen.
import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight, useSpotlight, type SpotlightStore } from '@mantine/spotlight'
import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import { Answer, type Shown } from './answers.tsx'
import { bilingual, useText } from './language.tsx'
import type { NavItem } from './navigation.tsx'
import styles from './palette.module.css'

const texts = bilingual({
  search: ['Search', 'Buscar'],
  what: [
    'Page, act, id, reference, amount, transaction or name',
    'Página, acto, id, referencia, monto, transacción o nombre',
  ],
  pages: ['Pages', 'Páginas'],
  acts: ['Acts', 'Actos'],
  results: ['Results', 'Resultados'],
  by: ['found by', 'por'],
})

export type Hit = {
  key: string
  /** The path of its page, without /console. */
  to: string
  label: string
  /** The name that was found, where the label is another. */
  by?: string
  beside?: ReactNode
}
/** An act that a button of the page begins. */
export type PaletteAct = { label: string; begin: () => void }

/** Characters that are enough to search for. */
const LEAST = 2
const MOST_PAGES = 7

type PaletteProps = {
  pages: readonly NavItem[]
  acts: readonly PaletteAct[]
  /** `wanted` is null until there is enough to search for. */
  useHits: (wanted: string | null) => Shown & { data: readonly Hit[] | undefined }
  none: string
  close: () => void
}

export function Palette(props: PaletteProps) {
  const t = useText(texts)
  const [[store, { open }]] = useState(createSpotlight)
  useEffect(open, [open])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={props.close}
      attributes={{ content: { 'aria-label': t.search } }}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0 }}
      lockScroll={false}
      scrollable
      maxHeight="min(480px, 70vh)"
    >
      <Choices {...props} store={store} />
    </Spotlight.Root>
  )
}

function Choices({ pages, acts, useHits, none, store }: PaletteProps & { store: SpotlightStore }) {
  const t = useText(texts)
  const router = useRouter()
  const { query: text, selected } = useSpotlight(store)
  const wanted = useDeferredValue(text.trim())
  const isEnough = wanted.length >= LEAST
  const query = useHits(isEnough ? wanted : null)
  const words = plain(text).split(/\s+/).filter(Boolean)
  const isMeant = ({ label, words: more = '' }: { label: string; words?: string }) => {
    const name = plain(`${label} ${more}`)
    return words.every((word) => name.includes(word))
  }
  const shownPages = pages.filter(isMeant).slice(0, words.length === 0 ? pages.length : MOST_PAGES)
  const shownActs = acts.filter(isMeant)
  const hits = isEnough ? (query.data ?? []) : []
  const labels = [...shownActs, ...shownPages, ...hits].map(({ label }) => label)
  const names = labels.join('\n')
  // Spotlight chooses the first when the text changes. What is found arrives later.
  useChooseFirst(names, store)
  return (
    <>
      <Spotlight.Search
        aria-label={t.what}
        placeholder={t.what}
        maxLength={200}
        size="md"
        data-autofocus
      />
      <p className="visually-hidden" role="status">
        {labels[selected]}
      </p>
      <Spotlight.ActionsList>
        {shownActs.length === 0 ? null : (
          <Spotlight.ActionsGroup label={t.acts}>
            {shownActs.map(({ label, begin }) => (
              // The dialog of the act opens after this one has given the focus back.
              <Spotlight.Action
                key={label}
                className={styles['action']}
                label={label}
                onClick={() => setTimeout(begin)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {shownPages.length === 0 ? null : (
          <Spotlight.ActionsGroup label={t.pages}>
            {shownPages.map(({ label, to, key }) => (
              <Spotlight.Action
                key={to}
                className={styles['action']}
                label={label}
                rightSection={`g ${key}`}
                dimmedSections={false}
                onClick={() => void router.navigate({ to })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {hits.length === 0 ? null : (
          <Spotlight.ActionsGroup label={t.results}>
            {hits.map(({ key, to, label, by, beside }) => (
              <Spotlight.Action
                key={key}
                className={styles['action']}
                onClick={() => void router.navigate({ to })}
              >
                <span className={styles['hit']}>
                  <span>
                    {label}
                    {by === undefined ? null : (
                      <span className={styles['by']}>
                        {t.by} {by}
                      </span>
                    )}
                  </span>
                  {beside}
                </span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {isEnough ? (
          <div className={styles['rest']}>
            <Answer query={query} lines={3}>
              {() => (labels.length === 0 ? <p className="dim">{none}</p> : null)}
            </Answer>
          </div>
        ) : null}
      </Spotlight.ActionsList>
    </>
  )
}

/** Names are found without their accents. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

function useChooseFirst(names: string, store: SpotlightStore): void {
  useEffect(() => {
    if (names === '') return
    const list = document.getElementById(store.getState().listId)
    const [first, ...others] = list?.querySelectorAll('[data-action]') ?? []
    for (const other of others) other.removeAttribute('data-selected')
    first?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [names, store])
}
