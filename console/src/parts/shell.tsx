// The frame of all pages: navigation, search, theme, language, sign-out, keys. A sandbox has an edge around everything
// and a bar of its own.
import { isWide } from './wide.ts'
import { Button, Kbd, Menu, Modal, useMantineColorScheme } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { DeskBrand } from './brand.tsx'
import { elapsed } from './clock.ts'
import { bilingual, useLanguage, useText } from './language.tsx'
import { LiveSign } from './live.tsx'
import { Navigation, type NavGroup, type NavItem } from './navigation.tsx'

const texts = bilingual({
  skip: ['Skip to the content', 'Ir al contenido'],
  menu: ['Menu', 'Menú'],
  search: ['Search', 'Buscar'],
  searchToo: ['search, also from a field', 'buscar, también desde un campo'],
  settings: ['Settings', 'Ajustes'],
  theme: ['Theme', 'Tema'],
  light: ['Light', 'Claro'],
  dark: ['Dark', 'Oscuro'],
  auto: ['As the system', 'Como el sistema'],
  language: ['Language', 'Idioma'],
  keys: ['Keys of the keyboard', 'Teclas'],
  signOut: ['Sign out', 'Cerrar sesión'],
  keysTitle: ['Keys', 'Teclas'],
  close: ['Close', 'Cerrar'],
  rows: ['next and previous row', 'fila siguiente y anterior'],
  open: ['open the row', 'abrir la fila'],
  back: ['close what is open', 'cerrar lo abierto'],
  help: ['all keys', 'todas las teclas'],
})

type ShellProps = {
  nav: readonly NavGroup[]
  /** The target of the service's name. */
  home?: string
  /** Above the navigation: whose data it is. */
  whose: ReactNode
  /** The bar with the controls of a sandbox. */
  sandbox: ReactNode
  /** The palette, while it is open. */
  search: (close: () => void, pages: readonly NavItem[]) => ReactNode
  signOut: () => void
  children: ReactNode
}

export function Shell({ nav, home = '/', whose, sandbox, search, signOut, children }: ShellProps) {
  const t = useText(texts)
  const [open, setOpen] = useState<'none' | 'search' | 'keys' | 'nav'>('none')
  const close = () => setOpen('none')
  const pages = nav.flatMap(({ items }) => items)
  useKeys(pages, open === 'search', setOpen)
  const isSandbox = sandbox !== null
  return (
    <div className={isSandbox ? 'shell sandbox' : 'shell'}>
      <a className="skip" href="#content">
        {t.skip}
      </a>
      {sandbox}
      <header className="top">
        <button
          type="button"
          className="plain menu-button"
          aria-expanded={open === 'nav'}
          onClick={() => setOpen(open === 'nav' ? 'none' : 'nav')}
        >
          {t.menu}
        </button>
        <Link to={home} className="brand">
          <DeskBrand />
        </Link>
        <div className="top-whose">{whose}</div>
        <LiveSign />
        <span className="grow" />
        <button type="button" className="search-button" onClick={() => setOpen('search')}>
          {t.search} <Kbd size="xs">/</Kbd>
        </button>
        <SettingsMenu showKeys={() => setOpen('keys')} signOut={signOut} />
      </header>
      <Navigation groups={nav} isOpen={open === 'nav'} close={close} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {open === 'search' ? <Suspense fallback={null}>{search(close, pages)}</Suspense> : null}
      <Modal
        opened={open === 'keys'}
        onClose={close}
        title={t.keysTitle}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <KeyList nav={pages} />
      </Modal>
    </div>
  )
}

function SettingsMenu({ showKeys, signOut }: { showKeys: () => void; signOut: () => void }) {
  const t = useText(texts)
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = [
    ['auto', t.auto],
    ['light', t.light],
    ['dark', t.dark],
  ] as const
  const languages = [
    ['en', 'English'],
    ['es', 'Español'],
  ] as const
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button variant="default" size="compact-sm">
          {t.settings}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.theme}</Menu.Label>
        {schemes.map(([scheme, label]) => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)}>
            {label} {colorScheme === scheme ? '✓' : ''}
          </Menu.Item>
        ))}
        <Menu.Label>{t.language}</Menu.Label>
        {languages.map(([code, label]) => (
          <Menu.Item key={code} lang={code} onClick={() => choose(code)}>
            {label} {language === code ? '✓' : ''}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={showKeys}>{t.keys} ?</Menu.Item>
        <Menu.Item onClick={signOut}>{t.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function KeyList({ nav }: { nav: readonly NavItem[] }) {
  const t = useText(texts)
  const rows: [string[], string][] = [
    [['/'], t.search],
    [['Ctrl', 'k'], t.searchToo],
    ...nav.map(({ key, label }): [string[], string] => [['g', key], label]),
    [['j', 'k'], t.rows],
    [['Enter'], t.open],
    [['Esc'], t.back],
    [['?'], t.help],
  ]
  return (
    <dl className="keys">
      {rows.map(([keys, meaning]) => (
        <div key={meaning}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

const AFTER_G_MS = 1500

/** The open object then follows the keys: page.tsx. */
const isBesideOpen = (): boolean => isWide() && document.querySelector('.with-panel.open') !== null
const isInRow = (at: EventTarget | null): boolean =>
  at instanceof Element && at.closest('tbody tr') !== null

/** The row of what is open beside the list, else the first. */
const firstRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main tr[aria-selected]') ??
  document.querySelector<HTMLElement>('main tbody tr')

function useKeys(
  nav: readonly NavItem[],
  isSearching: boolean,
  setOpen: (what: 'search' | 'keys') => void,
): void {
  const router = useRouter()
  // Kept while the page is drawn again between two keys.
  const pressedG = useRef(-Infinity)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && event.key === 'k' && document.querySelector('[role=dialog]') === null) {
        setOpen('search')
        event.preventDefault()
      }
      // What is typed while the search is loaded is meant for it.
      if (isTyping || isSearching || isCommand || event.altKey) return
      const isAfterG = elapsed() - pressedG.current < AFTER_G_MS
      const item = isAfterG ? nav.find(({ key }) => key === event.key) : undefined
      pressedG.current = event.key === 'g' ? elapsed() : -Infinity
      if (item !== undefined) void router.navigate({ to: item.to })
      else if (event.key === '/') setOpen('search')
      else if (event.key === '?') setOpen('keys')
      else if (event.key === 'j' && !isInRow(event.target) && !isBesideOpen()) firstRow()?.focus()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [nav, isSearching, router, setOpen])
}
