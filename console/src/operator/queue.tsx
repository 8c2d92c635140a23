// What needs a person, oldest first. The item beside the list has what is needed to decide, and its acts.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { given } from '../parts/given.ts'
import { Answer, Empty, Loading } from '../parts/answers.tsx'
import { Chips } from '../parts/chips.tsx'
import { isNotFound } from '../parts/client.ts'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Page, WithPanel } from '../parts/page.tsx'
import { PagedTable, usePages, type Column } from '../parts/table.tsx'
import { useBeside } from '../parts/wide.ts'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { useActName } from './act-words.ts'
import { itemQuery, meQuery, queueCountsQuery, readPage, type Schemas } from './api.ts'
import { TellDone } from './desk-act.tsx'
import { useHaltWords } from './halt-words.ts'
import { loadItem, QueueItem, useLoadedItem } from './queue-item.tsx'
import { waitingFor } from './headlines.ts'
import { isFor } from './queue-words.ts'
import { KIND_GROUPS } from './queue-groups.ts'
import styles from './queue.module.css'
import { KINDS, kindTexts, stakeOf, type Item, type Kind } from './words.ts'

const texts = bilingual({
  title: [
    (count: number, more: boolean) =>
      count === 0
        ? 'Nothing waits for you'
        : count === 1 && !more
          ? '1 thing waits for you'
          : `${more ? 'More than ' : ''}${count} things wait for you`,
    (count: number, more: boolean) =>
      count === 0
        ? 'Nada le espera'
        : count === 1 && !more
          ? '1 asunto le espera'
          : `${more ? 'Más de ' : ''}${count} asuntos le esperan`,
  ],
  others: [
    (count: number) =>
      count === 1
        ? '1 thing waits for other people. Open it to see who may decide.'
        : `${count} things wait for other people. Open one to see who may decide.`,
    (count: number) =>
      count === 1
        ? '1 asunto espera a otras personas. Ábralo para ver quién puede decidir.'
        : `${count} asuntos esperan a otras personas. Abra uno para ver quién puede decidir.`,
  ],
  loading: ['Queue', 'Cola'],
  kind: ['Kind', 'Tipo'],
  about: ['About', 'Sobre'],
  stake: ['At stake', 'En juego'],
  since: ['Waits since', 'Espera desde'],
  who: ['Organization', 'Organización'],
  assignee: ['Claimed by', 'Lo tomó'],
  all: ['All', 'Todos'],
  mine: ['Mine', 'Míos'],
  nobodys: ['Unclaimed', 'Sin tomar'],
  snoozed: ['Snoozed', 'Pospuestos'],
  whose: ['Whose', 'De quién'],
  group: {
    orders: ['Orders', 'Órdenes'],
    incoming: ['Money that came in', 'Dinero que llegó'],
    compliance: ['Compliance', 'Cumplimiento'],
    balances: ['Balances and market', 'Saldos y mercado'],
    desk: ['Desk', 'Mesa'],
  },
  none: ['Nothing waits for a person', 'Nada espera a una persona'],
  noneWhy: [
    'Orders that are parked, money without an order, holds and differences appear here.',
    'Aquí aparecen órdenes en espera, dinero sin orden, retenciones y diferencias.',
  ],
  gone: [
    'This item is done, or is not yours to see.',
    'Este asunto está resuelto, o usted no puede verlo.',
  ],
  done: [
    (act: string) => `Done: ${act}. Nothing is left to decide about it.`,
    (act: string) => `Hecho: ${act}. No queda nada que decidir sobre él.`,
  ],
  next: [(what: string) => `Next: ${what}`, (what: string) => `Siguiente: ${what}`],
  last: ['Nothing else of this list waits for you.', 'Nada más de esta lista le espera.'],
})

const isKind = (text: string | undefined): text is Kind => KINDS.some((kind) => kind === text)

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
  const { data: counts } = useQuery(queueCountsQuery)
  const query = usePages(['operator', 'queue', kind, assignee, isSnoozed], (pageParam) =>
    readPage('/operator/v1/queue', pageParam, {
      ...given({ kind, assignee }),
      snoozed: isSnoozed ? 'true' : 'false',
    }),
  )
  const go = (change: Record<string, string | undefined>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)
    void navigate({ to: '/operator/queue', search: Object.fromEntries(next), resetScroll: false })
  }
  const close = () => go({ open: undefined })
  const aboutOf = useAbout()
  const columns: Column<Item>[] = [
    { id: 'kind', head: t.kind, cell: ({ kind: its }) => words.kind[its] },
    {
      id: 'about',
      head: t.about,
      cell: (item) => (
        <span className={HAS_NAME.has(item.kind) ? 'named' : undefined} title={aboutOf(item)}>
          {aboutOf(item)}
        </span>
      ),
    },
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
      cell: ({ assignee: by }) => loginOf(by ?? ''),
    },
  ]
  const shown = useBeside(columns, open !== undefined, 4)
  const rows = query.data?.pages.flatMap(({ data }) => data)
  const all = { kind: undefined, assignee: undefined, snoozed: undefined, open: undefined }
  const isAll = kind === undefined && assignee === undefined && !isSnoozed
  const { data: me } = useQuery(meQuery)
  const counted = counts && waitingFor(counts)
  const ofMine = rows?.filter((item) => isFor(me, item)).length
  const count = isAll ? counted?.forYou : ofMine
  const others = isAll ? (counted?.others ?? 0) : (rows?.length ?? 0) - (ofMine ?? 0)
  const isMore = isAll ? counted?.isMore : query.hasNextPage
  return (
    <Page
      title={count === undefined ? t.loading : t.title(count, isMore === true)}
      below={others === 0 ? undefined : t.others(others)}
    >
      <Chips
        label={t.whose}
        options={[
          { value: 'all', label: t.all },
          { value: 'me', label: t.mine },
          { value: 'nobody', label: t.nobodys },
          { value: 'snoozed', label: t.snoozed },
        ]}
        chosen={isAll ? 'all' : isSnoozed ? 'snoozed' : assignee}
        choose={(chosen) =>
          go({
            ...all,
            ...(chosen === 'snoozed' ? { snoozed: 'true' } : {}),
            ...(chosen === 'me' || chosen === 'nobody' ? { assignee: chosen } : {}),
          })
        }
      />
      <KindChips counts={counts ?? []} chosen={kind} choose={(one) => go({ ...all, kind: one })} />
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
          columns={shown}
          idOf={nameOf}
          subjectOf={({ order_id: order, subject }) => order ?? subject}
          openId={open}
          onOpen={(item) => go({ open: nameOf(item) })}
          onNear={(item) => loadItem(item.kind)}
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

/** The kinds that have items, in groups, each with its count. */
function KindChips({
  counts,
  chosen,
  choose,
}: {
  counts: readonly Schemas['QueueCount'][]
  chosen: Kind | undefined
  choose: (kind: Kind | undefined) => void
}) {
  const t = useText(texts)
  const words = useText(kindTexts)
  const countOf = new Map(counts.map((one) => [one.kind, one]))
  return (
    <div className={styles['groups']}>
      {(['orders', 'incoming', 'compliance', 'balances', 'desk'] as const).map((group) => {
        const options = KIND_GROUPS[group].flatMap((kind) => {
          const one = countOf.get(kind)
          if (one === undefined && kind !== chosen) return []
          const count = one === undefined ? '0' : `${one.count}${one.is_more ? '+' : ''}`
          return [{ value: kind, label: words.kind[kind], count }]
        })
        return options.length === 0 ? null : (
          <div key={group} className={styles['group']}>
            <span className="dim">{t.group[group]}</span>
            <Chips label={t.group[group]} options={options} chosen={chosen} choose={choose} />
          </div>
        )
      })}
    </div>
  )
}

function titleOf(open: string, words: Readonly<Record<Kind, string>>): string {
  const [kind] = open.split('/')
  return isKind(kind) ? words[kind] : open
}

/** Names and addresses may be long; identifiers stay in one line. */
const HAS_NAME: ReadonlySet<Kind> = new Set<Kind>([
  'approval',
  'halt',
  'organization_hold',
  'reconciliation_difference',
  'webhook_disabled',
])

/** What people call it: the reference number of its order where it has one. */
function useAbout(): (item: Item) => string {
  const actName = useActName()
  const haltWords = useHaltWords()
  return (item) => {
    const { kind, facts } = item
    return kind === 'approval'
      ? actName(facts.act)
      : kind === 'halt'
        ? haltWords(facts)
        : identifierOf(item)
  }
}

function identifierOf({ facts, subject, kind, organization_name: organization }: Item): string {
  if (kind === 'organization_hold' && organization !== null) return organization
  if (kind === 'webhook_disabled') return facts.url
  if (kind === 'parked_order') return facts.order.reference_number
  if (kind === 'new_user') return facts.login
  if (kind === 'stale_rate') return `${facts.provider} ${facts.pair}`
  if (kind === 'reconciliation_difference') return differenceIn(facts)
  if (kind === 'stray') return `${facts.symbol} ${facts.rail}`
  if (kind === 'rail_entry') return `${facts.rail} ${facts.transaction}`
  if ('reference_number' in facts && facts.reference_number !== null) return facts.reference_number
  if ('alias' in facts) return facts.alias
  // The subject of a reversal is an order and a currency.
  if (kind === 'reversal') return subject.split(':').map(shortId).join(' ')
  return shortId(subject)
}

/** The account, with what the line of the statement says, or the order of the transfer. */
function differenceIn({
  account,
  there,
  here,
}: Pick<Schemas['Difference'], 'account' | 'there' | 'here'>): string {
  const order = here[0]?.order_id ?? null
  const said = there[0]?.references?.[0] ?? (order === null ? undefined : shortId(order))
  return said === undefined ? account : `${account}, ${said}`
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
  const { data: me } = useQuery(meQuery)
  const query = useQuery(itemQuery(kind, subject))
  const isLoaded = useLoadedItem(kind)
  // The place in the list, kept for when the item has left it.
  const place = useRef(0)
  const present = list.findIndex((item) => nameOf(item) === name)
  if (present >= 0) place.current = present
  if (isNotFound(query.error)) {
    const own = list.filter((item) => nameOf(item) !== name && isFor(me, item))
    const next = own[place.current] ?? own[0]
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
        {(item) => (isLoaded ? <QueueItem item={item} /> : <Loading lines={8} />)}
      </Answer>
    </TellDone>
  )
}
