// The audit trail, newest first. The address has its filters: actor, act and subject.
import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Empty } from '../parts/answers.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable, paging } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { readPage } from './api.ts'

const texts = bilingual(
  {
    title: 'Audit trail',
    actor: 'Actor',
    act: 'Act',
    subject: 'Subject',
    reason: 'Reason',
    at: 'When',
    detail: 'Detail',
    hash: 'Hash',
    filter: 'Filter',
    none: 'No entry fits',
    why: 'Every act of operators has an entry. The filters above may be too narrow.',
  },
  {
    title: 'Registro de auditoría',
    actor: 'Quién',
    act: 'Acto',
    subject: 'Sobre',
    reason: 'Motivo',
    at: 'Cuándo',
    detail: 'Detalle',
    hash: 'Hash',
    filter: 'Filtrar',
    none: 'Ninguna entrada encaja',
    why: 'Cada acto de operadores tiene una entrada. Los filtros quizá sean muy estrechos.',
  },
)

const LONGEST = 160

/** Whole on demand where it is long. */
function Detail({ text }: { text: string }) {
  if (text === '{}') return null
  const whole = <span className="code">{text}</span>
  return text.length <= LONGEST ? (
    whole
  ) : (
    <details className="others">
      <summary className="code">{text.slice(0, LONGEST / 2)}…</summary>
      {whole}
    </details>
  )
}

type Filters = { actor?: string; act?: string; subject?: string }

export function Audit() {
  const t = useText(texts)
  const search: Filters = useSearch({ from: '/operator/audit' })
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<Filters>(search)
  const query = useInfiniteQuery({
    queryKey: ['operator', 'audit', search],
    queryFn: ({ pageParam }) => readPage('/operator/v1/audit', pageParam, search),
    ...paging,
  })
  const field = (name: 'actor' | 'act' | 'subject', label: string) => (
    <TextInput
      label={label}
      size="xs"
      value={wanted[name] ?? ''}
      onChange={({ currentTarget: { value } }) => setWanted((old) => ({ ...old, [name]: value }))}
    />
  )
  return (
    <Page title={t.title}>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          const chosen = Object.entries(wanted).filter(([, value]) => value.trim() !== '')
          void navigate({ to: '/operator/audit', search: Object.fromEntries(chosen) })
        }}
      >
        {field('actor', t.actor)}
        {field('act', t.act)}
        {field('subject', t.subject)}
        <Button type="submit" variant="default" size="xs">
          {t.filter}
        </Button>
      </form>
      <PagedTable
        name="audit"
        label={t.title}
        query={query}
        idOf={({ hash }) => hash}
        empty={
          <Empty title={t.none}>
            <p>{t.why}</p>
          </Empty>
        }
        columns={[
          { id: 'at', head: t.at, cell: ({ at }) => <Time at={at} /> },
          { id: 'actor', head: t.actor, cell: ({ actor }) => actor.replace(/^user:/, '') },
          { id: 'act', head: t.act, cell: ({ act }) => <span className="code">{act}</span> },
          {
            id: 'subject',
            head: t.subject,
            cell: ({ subject }) =>
              subject.startsWith('ord_') ? (
                <Link to="/operator/orders/$order" params={{ order: subject }}>
                  <span className="code">…{subject.slice(-6)}</span>
                </Link>
              ) : subject === '' ? null : (
                <Id id={subject} />
              ),
          },
          { id: 'reason', head: t.reason, cell: ({ reason }) => reason },
          {
            id: 'detail',
            head: t.detail,
            cell: ({ detail }) => <Detail text={JSON.stringify(detail)} />,
          },
          { id: 'hash', head: t.hash, cell: ({ hash }) => <Id id={hash} />, isHidden: true },
        ]}
      />
    </Page>
  )
}
