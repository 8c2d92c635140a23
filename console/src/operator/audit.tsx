// The audit trail. The address has its order and its filters: actor, act, subject and days.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useShown } from '../parts/address.ts'
import { Empty } from '../parts/answers.tsx'
import { AuditDetail } from '../parts/audit-detail.tsx'
import { Id, shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { createdIn } from '../parts/days.ts'
import { PeriodField } from '../parts/period.tsx'
import { useSort } from '../parts/sort.ts'
import { PagedTable, usePages } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { actTexts } from './act-words.ts'
import { readPage } from './api.ts'
import { entryActTexts } from './entry-act-words.ts'
import { useWord } from './status-words.tsx'
import { orderTexts } from './words.ts'

const texts = bilingual({
  title: ['Audit trail', 'Registro de auditoría'],
  actor: ['Actor', 'Quién'],
  act: ['Act', 'Acto'],
  anyAct: ['all acts', 'todos los actos'],
  subject: ['Subject', 'Sobre'],
  reason: ['Reason', 'Motivo'],
  at: ['When', 'Cuándo'],
  detail: ['Detail', 'Detalle'],
  hash: ['Hash', 'Hash'],
  filter: ['Filter', 'Filtrar'],
  none: ['No entry fits', 'Ninguna entrada encaja'],
  why: [
    'Every act of operators has an entry. The filters above may be too narrow.',
    'Cada acto de operadores tiene una entrada. Los filtros quizá sean muy estrechos.',
  ],
})

const FIELDS = ['actor', 'act', 'subject'] as const
type Filters = { [Name in (typeof FIELDS)[number]]?: string | undefined }

function useActNames(): Readonly<Record<string, string>> {
  return { ...useText(entryActTexts), ...useText(actTexts).act }
}

/** The words of an act or a status. */
function useEntryWord(): (name: string) => string {
  const word = useWord()
  const names: Readonly<Record<string, string>> = {
    ...useActNames(),
    ...useText(orderTexts).status,
  }
  return (name) => (Object.hasOwn(names, name) ? names[name] : undefined) ?? word(name)
}

/** It may be a long address of a mail. */
const Name = ({ text }: { text: string }) => (
  <span className="named" title={text}>
    {text}
  </span>
)

export function Audit() {
  const t = useText(texts)
  const [{ actor, act, subject, from, to }, change] = useShown()
  const { sorting, sorted } = useSort('at')
  const [wanted, setWanted] = useState<Filters>({ actor, act, subject })
  const asked = {
    ...(actor === undefined ? {} : { actor }),
    ...(act === undefined ? {} : { act }),
    ...(subject === undefined ? {} : { subject }),
    ...createdIn({ from, to }),
    ...sorting,
  }
  const wordOf = useEntryWord()
  const query = usePages(['operator', 'audit', asked], (pageParam) =>
    readPage('/operator/v1/audit', pageParam, asked),
  )
  // The address may name an act that has no words here.
  const listed = Object.entries({ ...(act === undefined ? {} : { [act]: act }), ...useActNames() })
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const field = (name: 'actor' | 'subject') => (
    <TextInput
      key={name}
      label={t[name]}
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
          change(
            Object.fromEntries(FIELDS.map((name) => [name, wanted[name]?.trim() || undefined])),
          )
        }}
      >
        {field('actor')}
        <NativeSelect
          label={t.act}
          size="xs"
          value={wanted.act ?? ''}
          data={[{ value: '', label: t.anyAct }, ...listed]}
          onChange={({ currentTarget: { value } }) => setWanted((old) => ({ ...old, act: value }))}
        />
        {field('subject')}
        <PeriodField days={{ from, to }} choose={change} />
        <Button type="submit" variant="default" size="xs">
          {t.filter}
        </Button>
      </form>
      <PagedTable
        {...sorted}
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
          {
            id: 'actor',
            head: t.actor,
            cell: ({ actor }) => <Name text={loginOf(actor)} />,
          },
          { id: 'act', head: t.act, cell: ({ act }) => <span title={act}>{wordOf(act)}</span> },
          {
            id: 'subject',
            head: t.subject,
            cell: ({ subject }) =>
              subject.startsWith('ord_') ? (
                <Link to="/operator/orders/$order" params={{ order: subject }}>
                  <span className="code">…{subject.slice(-6)}</span>
                </Link>
              ) : subject === '' ? null : shortId(subject) === subject ? (
                <Name text={subject} />
              ) : (
                <Id id={subject} />
              ),
          },
          { id: 'reason', head: t.reason, isProse: true, cell: ({ reason }) => reason },
          {
            id: 'detail',
            head: t.detail,
            isProse: true,
            cell: ({ detail }) => <AuditDetail detail={detail} wordOf={wordOf} />,
          },
          { id: 'hash', head: t.hash, cell: ({ hash }) => <Id id={hash} />, isHidden: true },
        ]}
      />
    </Page>
  )
}
