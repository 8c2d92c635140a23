// What needs a person, oldest first. The item beside the list has what is needed to decide, and its acts.
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Answer, Empty } from '../parts/answers.tsx'
import { isNotFound } from '../parts/client.ts'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Page, WithPanel } from '../parts/page.tsx'
import { PagedTable, paging, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { itemQuery, readPage } from './api.ts'
import { TellDone } from './desk-act.tsx'
import { QueueItem } from './queue-item.tsx'
import { KINDS, kindTexts, stakeOf, type Item, type Kind } from './words.ts'

const texts = bilingual(
  {
    title: (count: number, more: boolean) =>
      count === 0
        ? 'Nothing waits for you'
        : count === 1 && !more
          ? '1 thing waits for you'
          : `${more ? 'More than ' : ''}${count} things wait for you`,
    loading: 'Queue',
    kind: 'Kind',
    about: 'About',
    stake: 'At stake',
    since: 'Waits since',
    who: 'Organization',
    assignee: 'Claimed by',
    all: 'All',
    mine: 'Mine',
    nobodys: 'Unclaimed',
    snoozed: 'Snoozed',
    none: 'Nothing waits for a person',
    noneWhy: 'Orders that are parked, money without an order, holds and differences appear here.',
    gone: 'This item is done, or is not yours to see.',
    done: (act: string) => `Done: ${act}. Nothing is left to decide about it.`,
    next: (what: string) => `Next: ${what}`,
    last: 'Nothing else of this list waits.',
  },
  {
    title: (count: number, more: boolean) =>
      count === 0
        ? 'Nada le espera'
        : count === 1 && !more
          ? '1 asunto le espera'
          : `${more ? 'Más de ' : ''}${count} asuntos le esperan`,
    loading: 'Cola',
    kind: 'Tipo',
    about: 'Sobre',
    stake: 'En juego',
    since: 'Espera desde',
    who: 'Organización',
    assignee: 'Lo tomó',
    all: 'Todos',
    mine: 'Míos',
    nobodys: 'Sin tomar',
    snoozed: 'Pospuestos',
    none: 'Nada espera a una persona',
    noneWhy: 'Aquí aparecen órdenes apartadas, dinero sin orden, retenciones y diferencias.',
    gone: 'Este asunto está resuelto, o usted no puede verlo.',
    done: (act: string) => `Hecho: ${act}. No queda nada que decidir sobre él.`,
    next: (what: string) => `Siguiente: ${what}`,
    last: 'Nada más de esta lista espera.',
  },
)

const isKind = (text: string | undefined): text is Kind => KINDS.some((kind) => kind === text)
/** Columns of the list beside an open item. */
const BESIDE = 4

/** `kind/subject`, as the address names an item. */
const nameOf = ({ kind, subject }: Item): string => `${kind}/${subject}`

export function QueuePage() {
  const t = useText(texts)
  const words = useText(kindTexts)
  const search = useSearch({ from: '/operator/queue' })
  const navigate = useNavigate()
  const { assignee, snoozed, open } = search
  const kind = isKind(search.kind) ? search.kind : undefined
  const isSnoozed = snoozed === 'true'
  const query = useInfiniteQuery({
    queryKey: ['operator', 'queue', kind, assignee, isSnoozed],
    queryFn: ({ pageParam }) =>
      readPage('/operator/v1/queue', pageParam, {
        ...(kind === undefined ? {} : { kind }),
        ...(assignee === undefined ? {} : { assignee }),
        snoozed: isSnoozed ? 'true' : 'false',
      }),
    ...paging,
  })
  const go = (change: Record<string, string | undefined>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)
    void navigate({ to: '/operator/queue', search: Object.fromEntries(next), resetScroll: false })
  }
  const close = () => go({ open: undefined })
  const columns: Column<Item>[] = [
    { id: 'kind', head: t.kind, cell: ({ kind: its }) => words.kind[its] },
    { id: 'about', head: t.about, cell: (item) => <span className="code">{aboutOf(item)}</span> },
    {
      id: 'stake',
      head: t.stake,
      isMoney: true,
      cell: (item) => {
        const stake = stakeOf(item)
        return stake === null ? null : <Money {...stake} />
      },
    },
    { id: 'since', head: t.since, cell: ({ since }) => <Time at={since} /> },
    { id: 'who', head: t.who, cell: ({ organization_name: name }) => name },
    {
      id: 'assignee',
      head: t.assignee,
      cell: ({ assignee: by }) => by?.replace(/^user:/, '') ?? '',
    },
  ]
  const chip = (label: string, isPressed: boolean, change: Record<string, string | undefined>) => (
    <button
      key={label}
      type="button"
      className="chip"
      aria-pressed={isPressed}
      onClick={() => go({ open: undefined, ...change })}
    >
      {label}
    </button>
  )
  const rows = query.data?.pages.flatMap(({ data }) => data)
  const count = rows?.length
  const all = { kind: undefined, assignee: undefined, snoozed: undefined }
  const isAll = kind === undefined && assignee === undefined && !isSnoozed
  return (
    <Page title={count === undefined ? t.loading : t.title(count, query.hasNextPage)}>
      <div className="chips" role="group" aria-label={t.kind}>
        {chip(t.all, isAll, all)}
        {chip(t.mine, assignee === 'me', { ...all, assignee: 'me' })}
        {chip(t.nobodys, assignee === 'nobody', { ...all, assignee: 'nobody' })}
        {chip(t.snoozed, isSnoozed, { ...all, snoozed: 'true' })}
        {KINDS.map((one) => chip(words.kind[one], one === kind, { ...all, kind: one }))}
      </div>
      <WithPanel
        panel={
          open === undefined ? null : (
            <OpenItem
              key={open}
              name={open}
              list={rows}
              labelOf={(item) => `${words.kind[item.kind]} ${aboutOf(item)}`}
              openNext={(item) => go({ open: nameOf(item) })}
            />
          )
        }
        title={open === undefined ? '' : titleOf(open, words.kind)}
        onClose={close}
      >
        <PagedTable
          name="queue"
          label={t.loading}
          order="oldest"
          query={query}
          columns={open === undefined ? columns : columns.slice(0, BESIDE)}
          idOf={nameOf}
          subjectOf={({ order_id: order, subject }) => order ?? subject}
          openId={open}
          onOpen={(item) => go({ open: nameOf(item) })}
          empty={
            <Empty title={t.none}>
              <p>{t.noneWhy}</p>
            </Empty>
          }
        />
      </WithPanel>
    </Page>
  )
}

function titleOf(open: string, words: Readonly<Record<Kind, string>>): string {
  const [kind] = open.split('/')
  return isKind(kind) ? words[kind] : open
}

/** What people call it: the reference number of its order where it has one. */
function aboutOf({ facts, subject, kind }: Item): string {
  if (kind === 'parked_order') return facts.order.reference_number
  if (kind === 'stale_rate') return `${facts.provider} ${facts.pair}`
  if (kind === 'approval') return facts.act
  if (kind === 'halt') return facts.what
  if (kind === 'stray') return `${facts.symbol} ${facts.rail}`
  if (kind === 'rail_entry') return `${facts.rail} ${facts.transaction}`
  if ('reference_number' in facts && facts.reference_number !== null) return facts.reference_number
  if ('alias' in facts) return facts.alias
  // The subject of a reversal is an order and a currency.
  if (kind === 'reversal') return subject.split(':').map(shortId).join(' ')
  return shortId(subject)
}

function OpenItem({
  name,
  list = [],
  labelOf,
  openNext,
}: {
  name: string
  list: readonly Item[] | undefined
  labelOf: (item: Item) => string
  openNext: (item: Item) => void
}) {
  const t = useText(texts)
  const [kind = '', subject = ''] = name.split(/\/(.*)/s)
  const [done, setDone] = useState<string>()
  const query = useQuery(itemQuery(kind, subject))
  // The place in the list, kept for when the item has left it.
  const place = useRef(0)
  const present = list.findIndex((item) => nameOf(item) === name)
  if (present >= 0) place.current = present
  if (isNotFound(query.error)) {
    const others = list.filter((item) => nameOf(item) !== name)
    const next = others[place.current] ?? others[0]
    return (
      <div role="status">
        <p>{done === undefined ? t.gone : t.done(done)}</p>
        {next === undefined ? (
          <p className="dim">{t.last}</p>
        ) : (
          <Button variant="default" onClick={() => openNext(next)}>
            {t.next(labelOf(next))}
          </Button>
        )}
      </div>
    )
  }
  return (
    <TellDone value={setDone}>
      <Answer query={query} lines={8}>
        {(item) => <QueueItem item={item} />}
      </Answer>
    </TellDone>
  )
}
