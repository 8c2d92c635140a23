// The script of the served documents: theme, search, copy buttons, and in a sandbox the reader's key in commands.
// It runs in the browser, loads only /docs/search.json and /brand, and sends nothing anywhere.
'use strict'

const root = document.documentElement
const KEY = /^ck_sandbox_[0-9A-Za-z]{20,80}$/

// Before the page is drawn.
const theme = read(() => localStorage.getItem('corridor-theme'))
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
const known = root.dataset.environment === 'sandbox' ? keyOfReader() : null

document.addEventListener('DOMContentLoaded', () => {
  showTheme()
  void showBrand()
  fillIn()
  for (const block of document.querySelectorAll('.code')) addCopy(block)
  const pages = document.querySelector('.pages details')
  if (pages && !matchMedia('(min-width: 56rem)').matches) pages.open = false
  document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest' })
  offerSearch()
})

/** Storage may be switched off. */
function read(from) {
  try {
    return from()
  } catch {
    return null
  }
}

/**
 * The first start of a sandbox prints an address that ends in #key=ck_sandbox_…. A browser sends no fragment to any
 * server. The key is kept for this tab only, and taken out of the address.
 */
function keyOfReader() {
  const given = /^#key=(.+)$/.exec(location.hash)?.[1] ?? ''
  if (KEY.test(given)) {
    read(() => sessionStorage.setItem('corridor-key', given))
    history.replaceState(null, '', location.pathname)
    return given
  }
  const kept = read(() => sessionStorage.getItem('corridor-key'))
  return kept !== null && KEY.test(kept) ? kept : null
}

function showTheme() {
  const button = document.querySelector('button.theme')
  button.hidden = false
  button.addEventListener('click', () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches
    root.dataset.theme = isDark ? 'light' : 'dark'
    read(() => localStorage.setItem('corridor-theme', root.dataset.theme))
  })
}

/** The desk's name, mark and accent. Without them the header has the name of the software. */
async function showBrand() {
  const response = await fetch('/brand').catch(() => null)
  if (response === null || !response.ok) return
  const { name, accent, mark } = (await response.json()).data
  const link = document.querySelector('.brand')
  if (name !== null) link.textContent = name
  if (accent !== null) root.style.setProperty('--desk-accent', accent)
  if (mark === null) return
  const picture = document.createElement('img')
  picture.src = mark
  picture.alt = ''
  link.prepend(picture)
}

function fillIn() {
  for (const place of document.querySelectorAll('.fresh')) renew(place)
  if (known === null) return
  for (const place of document.querySelectorAll('.key')) {
    place.textContent = known
    place.classList.add('known')
  }
}

function renew(place) {
  place.textContent = freshKey()
  place.classList.add('known')
}

/** A UUID of version 4. `crypto.randomUUID` is missing on plain HTTP other than localhost. */
function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function addCopy(block) {
  const pre = block.querySelector('pre')
  if (pre.dataset.language === 'text') return
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  block.append(button)
  button.addEventListener('click', async () => {
    const done = await copy(pre.querySelector('code').textContent)
    button.textContent = done ? 'Copied' : 'Press Ctrl+C'
    if (!done) getSelection().selectAllChildren(pre)
    // The next copy is another operation, so it gets another key.
    else for (const place of block.querySelectorAll('.fresh')) renew(place)
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function offerSearch() {
  const button = document.querySelector('button.search')
  button.hidden = false
  let search
  const open = () => (search ??= searchDialog()).open()
  button.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut && (event.key !== '/' || isTyping)) return
    event.preventDefault()
    open()
  })
}

function searchDialog() {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Search')
  // A field of the type `search` would take the first Escape to clear itself.
  const input = document.createElement('input')
  Object.assign(input, { type: 'text', placeholder: 'Search pages, errors, events, operations' })
  Object.assign(input, { enterKeyHint: 'search', autocomplete: 'off' })
  input.setAttribute('aria-label', 'Search')
  const said = Object.assign(document.createElement('p'), { className: 'said' })
  said.setAttribute('role', 'status')
  const list = Object.assign(document.createElement('ul'), { className: 'found' })
  dialog.append(input, said, list)
  document.body.append(dialog)

  let entries
  const show = () => {
    if (entries === undefined) return
    const found = find(entries, input.value)
    list.replaceChildren(...found.map((one) => rowOf(one, input.value)))
    said.textContent = input.value.trim() !== '' && found.length === 0 ? 'Nothing found.' : ''
    said.hidden = said.textContent === ''
  }
  input.addEventListener('input', show)
  // The arrows move between the field and the links. Enter in the field opens the first link.
  dialog.addEventListener('keydown', (event) => {
    const places = [input, ...list.querySelectorAll('a')]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      places[places.indexOf(document.activeElement) + step]?.focus()
    }
    if (event.key === 'Enter' && document.activeElement === input) places[1]?.click()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || event.target.closest('a')) dialog.close()
  })
  return {
    async open() {
      if (!dialog.open) dialog.showModal()
      input.select()
      if (entries !== undefined) return
      said.hidden = false
      said.textContent = 'Loading…'
      try {
        const answer = await fetch('/docs/search.json')
        if (!answer.ok) throw new Error(String(answer.status))
        entries = await answer.json()
        show()
      } catch {
        said.textContent = 'The index could not be loaded. Close this and try again.'
      }
    },
  }
}

const termsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Entries in which every term occurs, those with the terms in their title first. */
function find(entries, text) {
  const terms = termsOf(text)
  if (terms.length === 0) return []
  const asked = terms.join(' ')
  const scored = []
  for (const entry of entries) {
    const title = entry.title.toLowerCase()
    const inside = `${title} ${entry.page} ${entry.text}`.toLowerCase()
    if (!terms.every((term) => inside.includes(term))) continue
    let score = entry.anchor ? 0 : 2
    if (title === asked) score += 100
    else if (title.startsWith(asked)) score += 40
    for (const term of terms) if (title.includes(term)) score += 10
    scored.push({ entry, score })
  }
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, 30)
    .map(({ entry }) => entry)
}

function rowOf(entry, text) {
  const row = document.createElement('li')
  const link = document.createElement('a')
  link.href = entry.url
  const title = document.createElement('span')
  title.append(...marked(entry.title, text))
  const about = document.createElement('small')
  about.append(...marked(`${entry.page} · ${excerpt(entry.text, text)}`, text))
  link.append(title, about)
  row.append(link)
  return row
}

/** The part of a text around the first term. */
function excerpt(text, asked) {
  const lower = text.toLowerCase()
  const places = termsOf(asked).map((term) => lower.indexOf(term))
  const first = Math.min(...places.filter((place) => place >= 0), text.length)
  const start = first > 60 && first < text.length ? lower.indexOf(' ', first - 60) + 1 : 0
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 160)}${text.length > start + 160 ? ' …' : ''}`
}

/** The text with its terms in `mark` elements. Text nodes only, so that no text becomes HTML. */
function marked(text, asked) {
  const terms = termsOf(asked).map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (terms.length === 0) return [text]
  return text.split(new RegExp(`(${terms.join('|')})`, 'gi')).map((part, index) => {
    if (index % 2 === 0) return part
    return Object.assign(document.createElement('mark'), { textContent: part })
  })
}
