// Acts that wait for a second person, and those that were decided.
import { NativeSelect } from '@mantine/core'
import { actNames } from '../../../server/src/parties/acts/names.ts'
import { Chips, oneOf } from '../parts/chips.tsx'
import { given } from '../parts/given.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { ListFilters, Period, useFilters } from '../parts/list-filters.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { TextFilter } from '../parts/text-filter.tsx'
import { usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { readPage, type Schemas } from './api.ts'
import { useActName } from './act-words.ts'
import { Amounts, SubjectName } from './approval-names.tsx'
import { claimOfWaiting } from './headlines.ts'
import { loadApproval, OpenApproval } from './open-approval.tsx'
import { useWord } from './status-words.tsx'

type Approval = Schemas['Approval']
const STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED', 'EXPIRED'] as const
const isStatus = (text: string | undefined): text is Schemas['ApprovalStatus'] =>
  STATUSES.some((status) => status === text)

const texts = bilingual({
  title: [
    (count: number, isMore: boolean) =>
      isMore
        ? `${count} or more acts wait for a second person`
        : count === 1
          ? '1 act waits for a second person'
          : `${count} acts wait for a second person`,
    (count: number, isMore: boolean) =>
      isMore
        ? `${count} actos o más esperan a una segunda persona`
        : count === 1
          ? '1 acto espera a una segunda persona'
          : `${count} actos esperan a una segunda persona`,
  ],
  nothing: ['Nothing waits for a second person', 'Nada espera a una segunda persona'],
  decided: ['Approvals', 'Aprobaciones'],
  filter: ['Status', 'Estado'],
  none: ['Nothing here', 'Aquí no hay nada'],
  why: [
    'Rules of the operator file say which acts need a second person.',
    'Las reglas del archivo de operador dicen qué actos necesitan una segunda persona.',
  ],
  act: ['Act', 'Acto'],
  anyAct: ['all acts', 'todos los actos'],
  about: ['About', 'Sobre'],
  amounts: ['Amounts', 'Montos'],
  by: ['Proposed by', 'Propuesto por'],
  at: ['Proposed', 'Propuesto'],
  panel: ['Approval', 'Aprobación'],
})

export function Approvals() {
  const t = useText(texts)
  const word = useWord()
  const actName = useActName()
  const [{ status: chosen, act, actor, from, to }, change] = useFilters()
  const { sorting, sorted } = useSort('at')
  const status = isStatus(chosen) ? chosen : 'PENDING'
  const narrowed = {
    ...given({ act: oneOf(actNames, act), proposed_by: whoOf(actor) }),
    ...createdIn({ from, to }),
  }
  const asked = { status, ...narrowed, ...sorting }
  const query = usePages(['operator', 'approvals', asked], (pageParam) =>
    readPage('/operator/v1/approvals', pageParam, asked),
  )
  const columns: Column<Approval>[] = [
    { id: 'act', head: t.act, cell: ({ act: name }) => actName(name) },
    { id: 'about', head: t.about, cell: ({ subject }) => <SubjectName subject={subject} /> },
    { id: 'amounts', head: t.amounts, isMoney: true, cell: (one) => <Amounts of={one} /> },
    { id: 'by', head: t.by, cell: (one) => loginOf(one.proposed_by) },
    { id: 'at', head: t.at, cell: (one) => <Time at={one.proposed_at} /> },
  ]
  // A narrowed list says nothing of all that waits.
  const isAll = status === 'PENDING' && Object.keys(narrowed).length === 0
  const claim = claimOfWaiting(isAll ? query.data?.pages : undefined)
  const titles = { unknown: t.decided, nothing: t.nothing }
  return (
    <ObjectsPage
      {...sorted}
      name="approvals"
      title={claim.is === 'some' ? t.title(claim.count, claim.isMore) : titles[claim.is]}
      one={t.panel}
      above={
        <>
          <Chips
            label={t.filter}
            options={STATUSES.map((value) => ({ value, label: word(value) }))}
            chosen={status}
            choose={(one) => change({ status: one })}
          />
          <ListFilters views="desk.approvals">
            <ActSelect label={t.act} />
            <TextFilter label={t.by} value={actor} choose={(whom) => change({ actor: whom })} />
            <Period />
          </ListFilters>
        </>
      }
      onNear={loadApproval}
      panel={(id) => <OpenApproval key={id} id={id} />}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      empty={[t.none, t.why]}
    />
  )
}

/** A login means the user with it. Keys are written with `key:`. */
const whoOf = (actor: string | undefined): string | undefined =>
  actor === undefined || actor.includes(':') ? actor : `user:${actor}`

function ActSelect({ label }: { label: string }) {
  const t = useText(texts)
  const actName = useActName()
  const [{ act }, change] = useFilters()
  const acts = actNames.map((value) => ({ value, label: actName(value) }))
  return (
    <NativeSelect
      size="xs"
      label={label}
      data={[
        { value: '', label: t.anyAct },
        ...acts.toSorted((one, other) => one.label.localeCompare(other.label)),
      ]}
      value={oneOf(actNames, act) ?? ''}
      onChange={({ currentTarget: { value } }) => change({ act: value === '' ? undefined : value })}
    />
  )
}
