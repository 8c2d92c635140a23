// Reports: what was earned, what open orders promise, what moved on an account, and exports of rows.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { may, meQuery } from './api.ts'
import { Chips, oneOf } from '../parts/chips.tsx'
import { ExportForm } from './export-form.tsx'
import { ExposureReport } from './exposure-report.tsx'
import { MarginReport } from './margin-report.tsx'
import { OrganizationSelect } from './organizations.tsx'
import type { Days } from '../parts/days.ts'
import { PeriodField } from '../parts/period.tsx'
import { StatementReport } from './statement-report.tsx'

const texts = bilingual({
  title: {
    margin: ['What the desk earned', 'Lo que ganó la mesa'],
    exposure: ['What open orders promise', 'Lo que prometen las órdenes abiertas'],
    statement: ['What moved on an account', 'Lo que se movió en una cuenta'],
    export: ['Export rows', 'Exportar filas'],
  },
  label: ['Report', 'Informe'],
  margin: ['Margin', 'Margen'],
  exposure: ['Exposure', 'Exposición'],
  statement: ['Statement', 'Extracto'],
  export: ['Export', 'Exportar'],
  role: ['Your role may not export rows.', 'Su rol no puede exportar filas.'],
})

const REPORTS = ['margin', 'exposure', 'statement', 'export'] as const

/** What the address of the page says. */
export type ReportSearch = Days & {
  report?: string
  organization?: string
  by?: string
  account?: string
}

export function Reports() {
  const t = useText(texts)
  const search: ReportSearch = useSearch({ from: '/operator/reports' })
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const report = oneOf(REPORTS, search.report) ?? 'margin'
  // Margin is added up by the page, so it begins with a short period.
  const first = report === 'margin' ? '30d' : undefined
  const days = { from: search.from ?? first, to: search.to }
  const go = (change: { [Name in keyof ReportSearch]?: string | undefined }) => {
    const given = Object.entries({ ...search, ...change }).filter(
      ([, value]) => value !== undefined,
    )
    void navigate({
      to: '/operator/reports',
      search: Object.fromEntries(given),
      replace: change.report === undefined,
      resetScroll: false,
    })
  }
  return (
    <Page title={t.title[report]}>
      <div className="section">
        <Chips
          label={t.label}
          options={REPORTS.map((value) => ({ value, label: t[value] }))}
          chosen={report}
          choose={(chosen) => go({ report: chosen })}
        />
      </div>
      <div className="filters">
        {report === 'exposure' ? null : <PeriodField days={days} choose={go} />}
        {report === 'statement' ? null : (
          <OrganizationSelect
            value={search.organization}
            choose={(organization) => go({ organization })}
          />
        )}
      </div>
      {report === 'margin' ? (
        <MarginReport days={days} organization={search.organization} by={search.by} go={go} />
      ) : report === 'exposure' ? (
        <ExposureReport organization={search.organization} by={search.by} go={go} />
      ) : report === 'statement' ? (
        <StatementReport days={days} search={search} go={go} />
      ) : may(me, 'export') ? (
        <ExportForm
          days={days}
          filters={
            search.organization === undefined ? {} : { organization_id: search.organization }
          }
        />
      ) : (
        <p className="dim">{t.role}</p>
      )}
    </Page>
  )
}
