// Statements from outside against the ledger: what does not agree first, what was matched folded away.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Answer, Empty } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page, WithPanel } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { PagedTable, paging } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { readPage } from './api.ts'
import { firstThose } from './words.ts'
import { DifferenceActs, DifferenceSides } from './difference.tsx'

const texts = bilingual(
  {
    title: (open: number) =>
      open === 0
        ? 'Statements and ledger agree'
        : open === 1
          ? '1 difference is open'
          : `${open} differences are open`,
    loading: 'Reconciliation',
    account: 'Account',
    period: 'Period',
    lines: 'Lines of the statement',
    matched: 'Matched',
    open: 'Open differences',
    by: 'By',
    at: 'Compared',
    none: 'No statement was compared yet',
    how: 'Upload one with npx corridor reconcile, or over the operator API.',
    differences: 'Differences',
    noDifference: 'Both sides agree.',
    closed: 'closed',
    isOpen: 'open',
  },
  {
    title: (open: number) =>
      open === 0
        ? 'Los extractos y el libro coinciden'
        : open === 1
          ? '1 diferencia está abierta'
          : `${open} diferencias están abiertas`,
    loading: 'Conciliación',
    account: 'Cuenta',
    period: 'Período',
    lines: 'Líneas del extracto',
    matched: 'Coinciden',
    open: 'Diferencias abiertas',
    by: 'Por',
    at: 'Comparado',
    none: 'Aún no se comparó ningún extracto',
    how: 'Suba uno con npx corridor reconcile, o por la API de operador.',
    differences: 'Diferencias',
    noDifference: 'Los dos lados coinciden.',
    closed: 'cerrada',
    isOpen: 'abierta',
  },
)

export function Reconciliation() {
  const t = useText(texts)
  const { open } = useSearch({ from: '/operator/reconciliation' })
  const navigate = useNavigate()
  const go = (id?: string) =>
    void navigate({ to: '/operator/reconciliation', search: id === undefined ? {} : { open: id } })
  const query = useInfiniteQuery({
    queryKey: ['operator', 'reconciliations'],
    queryFn: ({ pageParam }) => readPage('/operator/v1/reconciliations', pageParam, {}),
    ...paging,
  })
  const all = query.data?.pages.flatMap(({ data }) => data)
  const count = all?.reduce((sum, one) => sum + one.open_differences, 0)
  return (
    <Page title={count === undefined ? t.loading : t.title(count)}>
      <WithPanel
        panel={open === undefined ? null : <Differences key={open} id={open} />}
        title={t.differences}
        onClose={() => go()}
      >
        <PagedTable
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
          columns={[
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
              id: 'matched',
              head: t.matched,
              isMoney: true,
              cell: ({ matched }) => matched.matches,
            },
            { id: 'lines', head: t.lines, isMoney: true, cell: ({ lines }) => lines.there },
            {
              id: 'period',
              head: t.period,
              cell: ({ period_from: from, period_to: to }) => `${from} – ${to}`,
            },
            { id: 'by', head: t.by, cell: ({ actor }) => actor.replace(/^user:/, '') },
            { id: 'at', head: t.at, cell: ({ created_at: at }) => <Time at={at} /> },
          ]}
        />
      </WithPanel>
    </Page>
  )
}

function Differences({ id }: { id: string }) {
  const t = useText(texts)
  const query = useInfiniteQuery({
    queryKey: ['operator', 'differences', id],
    queryFn: ({ pageParam }) =>
      readPage(
        '/operator/v1/reconciliations/{reconciliation_id}/differences',
        pageParam,
        { limit: 200 },
        { reconciliation_id: id },
      ),
    ...paging,
  })
  return (
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
              <DifferenceActs id={one.id} difference={one} />
            ) : (
              <p className="dim">
                {one.closed_by?.replace(/^user:/, '')}: {one.closing_reason}
              </p>
            )}
          </section>
        ))
      }}
    </Answer>
  )
}
