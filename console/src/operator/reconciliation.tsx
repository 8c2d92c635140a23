// Statements from outside against the ledger: what does not agree first, what was matched folded away.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useShown } from '../parts/address.ts'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Facts, Page, WithPanel } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { useSort } from '../parts/sort.ts'
import { PagedTable, usePages, type Column } from '../parts/table.tsx'
import { useBeside } from '../parts/wide.ts'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { act, may, meQuery, readPage, readQuery, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { firstThose } from './words.ts'
import { claimOfStatements, type Claim } from './headlines.ts'
import { DifferenceActs, DifferenceSides, kindTexts } from './difference.tsx'
import { ReconcileButton } from './reconcile-form.tsx'

const texts = bilingual({
  title: [
    (claim: Claim) => {
      if (claim.is === 'different')
        return claim.count === 1 ? '1 difference is open' : `${claim.count} differences are open`
      if (claim.is === 'unchecked') return 'No statement was compared yet'
      return claim.is === 'equal'
        ? 'Statements and ledger agree'
        : 'The latest statements agree with the ledger'
    },
    (claim: Claim) => {
      if (claim.is === 'different')
        return claim.count === 1
          ? '1 diferencia está abierta'
          : `${claim.count} diferencias están abiertas`
      if (claim.is === 'unchecked') return 'Aún no se comparó ningún extracto'
      return claim.is === 'equal'
        ? 'Los extractos y el libro coinciden'
        : 'Los últimos extractos coinciden con el libro'
    },
  ],
  loading: ['Reconciliation', 'Conciliación'],
  account: ['Account', 'Cuenta'],
  period: ['Period', 'Período'],
  lines: ['Lines of the statement', 'Líneas del extracto'],
  matched: ['Matched', 'Coinciden'],
  open: ['Differences still open', 'Diferencias aún abiertas'],
  by: ['By', 'Por'],
  at: ['Compared', 'Comparado'],
  none: ['No statement was compared yet', 'Aún no se comparó ningún extracto'],
  how: [
    'Compare one with the button above. Lines that do not agree become items of the queue.',
    'Compare uno con el botón de arriba. Las líneas que no coinciden pasan a la cola.',
  ],
  summary: ['Result', 'Resultado'],
  kinds: ['Differences found', 'Diferencias encontradas'],
  cutOff: ['Lines left to the next statement', 'Líneas que quedan para el próximo extracto'],
  known: ['Lines known from another file', 'Líneas conocidas de otro archivo'],
  reason: ['Reason', 'Motivo'],
  again: [
    'This file was compared before. Nothing was counted twice.',
    'Este archivo ya se comparó. Nada se contó dos veces.',
  ],
  made: ['The statement was compared.', 'El extracto se comparó.'],
  chain: ['Compare a chain', 'Comparar una cadena'],
  chainHint: ['A rail on an EVM chain.', 'Un riel en una cadena EVM.'],
  currency: ['Currency', 'Moneda'],
  from: ['First day (YYYY-MM-DD)', 'Primer día (AAAA-MM-DD)'],
  to: ['Last day (YYYY-MM-DD)', 'Último día (AAAA-MM-DD)'],
  chainBefore: ['These days were not compared.', 'Estos días no se compararon.'],
  chainAfter: [
    'Final blocks of the chain are compared with the ledger. Nothing is posted.',
    'Los bloques finales de la cadena se comparan con el libro. Nada se asienta.',
  ],
  differences: ['Differences', 'Diferencias'],
  noDifference: ['Both sides agree.', 'Los dos lados coinciden.'],
  closed: ['closed', 'cerrada'],
  isOpen: ['open', 'abierta'],
})

export function Reconciliation() {
  const t = useText(texts)
  const [{ open }, change] = useShown()
  const go = (id?: string) => change({ open: id })
  const { sorting, sorted } = useSort('at')
  const query = useStatements(sorting)
  // The title is about the newest, also above a list that begins with the oldest.
  const newest = useStatements({})
  const { data: me } = useQuery(meQuery)
  const [result, setResult] = useState<{ id: string; isNew: boolean }>()
  const all = newest.data?.pages.flatMap(({ data }) => data)
  const columns: Column<Schemas['Reconciliation']>[] = [
    {
      id: 'account',
      head: t.account,
      cell: ({ account, currency }) => (
        <span className="code">
          {account} {currency}
        </span>
      ),
    },
    {
      id: 'open',
      head: t.open,
      cell: ({ open_differences: differences }) => (
        <State word={String(differences)} shape={differences === 0 ? 'done' : 'failed'} />
      ),
    },
    {
      id: 'period',
      head: t.period,
      cell: ({ period_from: from, period_to: to }) => `${from} – ${to}`,
    },
    {
      id: 'matched',
      head: t.matched,
      isMoney: true,
      cell: ({ matched }) => matched.matches,
    },
    { id: 'lines', head: t.lines, isMoney: true, cell: ({ lines }) => lines.there },
    { id: 'by', head: t.by, cell: ({ actor }) => loginOf(actor) },
    { id: 'at', head: t.at, cell: ({ created_at: at }) => <Time at={at} /> },
  ]
  return (
    <Page
      title={all === undefined ? t.loading : t.title(claimOfStatements(all, !newest.hasNextPage))}
      acts={
        may(me, 'reconcile') ? (
          <>
            <ReconcileButton
              done={({ id }, isNew) => {
                setResult({ id, isNew })
                go(id)
              }}
            />
            <ChainButton />
          </>
        ) : undefined
      }
    >
      {result === undefined ? null : (
        <p className="act-result" role="status">
          {result.isNew ? t.made : t.again}
        </p>
      )}
      <WithPanel
        panel={open === undefined ? null : <Differences key={open} id={open} />}
        title={t.differences}
        onClose={() => go()}
      >
        <PagedTable
          {...sorted}
          name="reconciliations"
          label={t.loading}
          query={query}
          idOf={({ id }) => id}
          openId={open}
          onOpen={({ id }) => go(id)}
          empty={
            <Empty title={t.none}>
              <p>{t.how}</p>
            </Empty>
          }
          columns={useBeside(columns, open !== undefined)}
        />
      </WithPanel>
    </Page>
  )
}

const useStatements = (sorting: ReturnType<typeof useSort>['sorting']) =>
  usePages(['operator', 'reconciliations', sorting], (pageParam) =>
    readPage('/operator/v1/reconciliations', pageParam, sorting),
  )

function ChainButton() {
  const t = useText(texts)
  const { data: rails = [] } = useQuery(readQuery('/operator/v1/rails'))
  const chains = rails.filter(({ kind }) => kind === 'evm')
  if (chains.length === 0) return null
  const currencies = chains.flatMap(({ serves }) => serves.flatMap((one) => one.currencies))
  const options = (values: readonly string[]) =>
    [...new Set(values)].map((value) => ({ value, label: value }))
  return (
    <DeskAct
      label={t.chain}
      repeats
      fields={[
        {
          name: 'account',
          label: t.account,
          hint: t.chainHint,
          options: options(chains.map(({ name }) => `rail:${name}`)),
        },
        { name: 'currency', label: t.currency, options: options(currencies) },
        { name: 'from', label: t.from, isDate: true },
        { name: 'to', label: t.to, isDate: true },
      ]}
      before={t.chainBefore}
      after={t.chainAfter}
      run={({ account = '', currency = '', from = '', to = '' }, reason) =>
        act('/operator/v1/reconciliations/chain', {}, { account, currency, from, to, reason })
      }
    />
  )
}

function Summary({ one }: { one: Schemas['Reconciliation'] }) {
  const t = useText(texts)
  const words = useText(kindTexts)
  const kinds = Object.entries(one.differences)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${words.kind[kind] ?? kind}: ${count}`)
  return (
    <Facts
      facts={{
        [t.account]: `${one.account} ${one.currency}, ${one.format}`,
        [t.period]: `${one.period_from} – ${one.period_to}`,
        [t.lines]: String(one.lines.there),
        [t.known]: one.lines.known === 0 ? null : String(one.lines.known),
        [t.matched]: String(one.matched.there),
        [t.cutOff]: one.cut_off === 0 ? null : String(one.cut_off),
        [t.kinds]: kinds.length === 0 ? t.noDifference : kinds.join('; '),
        [t.open]: String(one.open_differences),
        [t.reason]: one.reason,
      }}
    />
  )
}

function Differences({ id }: { id: string }) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const whole = useQuery(
    readQuery('/operator/v1/reconciliations/{reconciliation_id}', { reconciliation_id: id }),
  )
  const query = usePages(['operator', 'differences', id], (pageParam) =>
    readPage(
      '/operator/v1/reconciliations/{reconciliation_id}/differences',
      pageParam,
      { limit: 200 },
      { reconciliation_id: id },
    ),
  )
  return (
    <>
      <Answer query={whole} lines={6}>
        {(one) => <Summary one={one} />}
      </Answer>
      <Answer query={query}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data)
          const sorted = firstThose(all, ({ is_open: isOpen }) => isOpen)
          if (all.length === 0) return <p>{t.noDifference}</p>
          return sorted.map((one) => (
            <section key={one.id} className="section">
              <State
                word={one.is_open ? t.isOpen : t.closed}
                shape={one.is_open ? 'failed' : 'done'}
              />
              <DifferenceSides difference={one} />
              {one.is_open ? (
                may(me, 'reconcile') ? (
                  <DifferenceActs id={one.id} difference={one} />
                ) : null
              ) : (
                <p className="dim">
                  {one.closed_by === null ? null : loginOf(one.closed_by)}: {one.closing_reason}
                </p>
              )}
            </section>
          ))
        }}
      </Answer>
    </>
  )
}
