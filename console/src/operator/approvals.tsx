// Acts that wait for a second person, and those that were decided.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Chips } from '../parts/chips.tsx'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Facts, Page, Section, WithPanel } from '../parts/page.tsx'
import { PagedTable, usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { read, readPage, type Schemas } from './api.ts'
import { ApprovalAbout } from './approval-about.tsx'
import { ApprovalActs, type Decision } from './approval-acts.tsx'
import { SubjectName } from './approval-subject.tsx'
import { Status, useWord } from './status-words.tsx'

type Approval = Schemas['Approval']
/** Columns of the list beside an open approval. */
const BESIDE = 3
const STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED', 'EXPIRED'] as const
const isStatus = (text: string | undefined): text is Schemas['ApprovalStatus'] =>
  STATUSES.some((status) => status === text)

const texts = bilingual(
  {
    title: (count: number) =>
      count === 0
        ? 'Nothing waits for a second person'
        : count === 1
          ? '1 act waits for a second person'
          : `${count} acts wait for a second person`,
    decided: 'Approvals',
    filter: 'Status',
    none: 'Nothing here',
    why: 'Rules of the operator file say which acts need a second person.',
    act: 'Act',
    about: 'About',
    amounts: 'Amounts',
    by: 'Proposed by',
    at: 'Proposed',
    status: 'Status',
    panel: 'Approval',
    reason: 'Reason',
    roles: 'May approve',
    expires: 'Expires',
    decidedBy: 'Decided by',
    decision: 'Reason of the decision',
    decide: 'Decide',
  },
  {
    title: (count: number) =>
      count === 0
        ? 'Nada espera a una segunda persona'
        : count === 1
          ? '1 acto espera a una segunda persona'
          : `${count} actos esperan a una segunda persona`,
    decided: 'Aprobaciones',
    filter: 'Estado',
    none: 'Aquí no hay nada',
    why: 'Las reglas del archivo de operador dicen qué actos necesitan una segunda persona.',
    act: 'Acto',
    about: 'Sobre',
    amounts: 'Montos',
    by: 'Propuesto por',
    at: 'Propuesto',
    status: 'Estado',
    panel: 'Aprobación',
    reason: 'Motivo',
    roles: 'Pueden aprobar',
    expires: 'Vence',
    decidedBy: 'Decidió',
    decision: 'Motivo de la decisión',
    decide: 'Decidir',
  },
)

export function Approvals() {
  const t = useText(texts)
  const { status: asked, open } = useSearch({ from: '/operator/approvals' })
  const word = useWord()
  const status = isStatus(asked) ? asked : 'PENDING'
  const navigate = useNavigate()
  const go = (chosen: string, id?: string) =>
    void navigate({
      to: '/operator/approvals',
      search: { status: chosen, ...(id === undefined ? {} : { open: id }) },
      resetScroll: false,
    })
  const query = usePages(['operator', 'approvals', status], (pageParam) =>
    readPage('/operator/v1/approvals', pageParam, { status }),
  )
  const columns: Column<Approval>[] = [
    { id: 'act', head: t.act, cell: ({ act }) => <span className="code">{act}</span> },
    { id: 'about', head: t.about, cell: ({ subject }) => <SubjectName subject={subject} /> },
    {
      id: 'amounts',
      head: t.amounts,
      isMoney: true,
      cell: ({ amounts }) =>
        amounts.map((one) => (
          <div key={one.currency}>
            <Money {...one} />
          </div>
        )),
    },
    { id: 'by', head: t.by, cell: (one) => one.proposed_by.replace(/^user:/, '') },
    { id: 'at', head: t.at, cell: (one) => <Time at={one.proposed_at} /> },
  ]
  const count = query.data?.pages.flatMap(({ data }) => data).length
  return (
    <Page title={status === 'PENDING' && count !== undefined ? t.title(count) : t.decided}>
      <Chips
        label={t.filter}
        options={STATUSES.map((value) => ({ value, label: word(value) }))}
        chosen={status}
        choose={(one) => go(one ?? 'PENDING')}
      />
      <WithPanel
        panel={open === undefined ? null : <OpenApproval key={open} id={open} />}
        title={t.panel}
        onClose={() => go(status)}
      >
        <PagedTable
          name="approvals"
          label={t.decided}
          query={query}
          columns={open === undefined ? columns : columns.slice(0, BESIDE)}
          idOf={({ id }) => id}
          openId={open}
          onOpen={({ id }) => go(status, id)}
          empty={
            <Empty title={t.none}>
              <p>{t.why}</p>
            </Empty>
          }
        />
      </WithPanel>
    </Page>
  )
}

export function OpenApproval({ id }: { id: string }) {
  const t = useText(texts)
  const [decided, setDecided] = useState<Decision>()
  const query = useQuery({
    queryKey: ['operator', 'approval', id],
    queryFn: () => read('/operator/v1/approvals/{approval_id}', { approval_id: id }),
  })
  return (
    <Answer query={query}>
      {(approval) => (
        <>
          <Facts
            facts={[
              [t.act, approval.act],
              [t.status, <Status key="s" status={approval.status} />],
              [
                t.amounts,
                approval.amounts.length === 0
                  ? null
                  : approval.amounts.map((one) => (
                      <div key={one.currency}>
                        <Money {...one} />
                      </div>
                    )),
              ],
              [t.by, approval.proposed_by.replace(/^user:/, '')],
              [t.reason, approval.reason],
              [t.at, <Time key="at" at={approval.proposed_at} />],
              [t.expires, <Time key="until" at={approval.expires_at} />],
              [t.roles, approval.roles.join(', ')],
              [t.decidedBy, approval.decided_by?.replace(/^user:/, '')],
              [t.decision, approval.decision_reason],
            ]}
          />
          <ApprovalAbout approval={approval} />
          {approval.status === 'PENDING' || decided !== undefined ? (
            <Section title={t.decide}>
              <ApprovalActs approval={approval} decided={decided} onDecided={setDecided} />
            </Section>
          ) : null}
        </>
      )}
    </Answer>
  )
}
