// The alert rules, the dashboard and the runbooks speak of metrics, labels and values that a running service has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Gauge, type Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { orderStatuses } from '../../src/engine/orders/states.ts'
import { forFile } from '../support/for-file.ts'
import { exitsWorld } from '../support/exits.ts'
import { fillDue, runDueWork } from '../support/orders.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Rule = {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
type Panel = {
  id: number
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { expr: string; legendFormat: string }[]
}

const file: { groups: { name: string; rules: Rule[] }[] } = parse(read('operations/alerts.yml'))
const rules = file.groups.flatMap((group) => group.rules)
const dashboard: { panels: Panel[] } = JSON.parse(read('operations/dashboard.json'))
const targets = dashboard.panels.flatMap((panel) =>
  panel.targets.map((target) => ({ ...target, title: panel.title })),
)
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...targets.map(({ title, expr }) => [title, expr] as const),
]

type Exposed = { labels: readonly string[]; type: string }
const world = await forFile(exitsWorld())
const { corridor } = world
await world.funded()
await fillDue(corridor)
await runDueWork(corridor)
const { registry, deployment } = corridor.deps.metrics
const exposed = new Map([...metricsOf(registry), ...metricsOf(deployment)])
const text = await (await fetch(`${corridor.url}/metrics`)).text()

function metricsOf(registry: Registry): [string, Exposed][] {
  return registry.getMetricsAsArray().map((metric) => {
    if (!('labelNames' in metric) || !Array.isArray(metric.labelNames))
      throw new Error('a metric does not tell its labels')
    const labels = metric.labelNames.map(String)
    return [metric.name, { labels, type: String(metric.type) }]
  })
}

type Selector = { metric: string; matchers: [label: string, operator: string, value: string][] }

/** The metrics that an expression selects, with their matchers. */
const selectorsIn = (expression: string): Selector[] =>
  [...expression.matchAll(/\b(corridor_[a-z_]+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', matchers = '']) => ({
      metric,
      matchers: [...matchers.matchAll(/([a-z_]+)(=~|!~|!=|=)"([^"]*)"/g)].map(
        ([, label = '', operator = '', value = '']) => [label, operator, value],
      ),
    }),
  )

/** The labels by which an expression groups. */
const groupsIn = (expression: string): string[] =>
  [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  )

const baseOf = (metric: string) => metric.replace(/_(bucket|sum|count)$/, '')
const isHistogram = (metric: string) => String(exposed.get(metric)?.type).includes('histogram')

function labelsOf(metric: string): readonly string[] | undefined {
  const own = exposed.get(metric)
  if (own !== undefined) return isHistogram(metric) ? undefined : own.labels
  const base = baseOf(metric)
  if (!isHistogram(base)) return undefined
  return [...(exposed.get(base)?.labels ?? []), ...(metric.endsWith('_bucket') ? ['le'] : [])]
}

const documented = read('docs/operating.md')
const rowOf = (metric: string) =>
  documented.split('\n').find((line) => line.startsWith(`| \`${baseOf(metric)}\` |`)) ?? ''

const isOpen = (label: string) =>
  ['rail', 'provider', 'route', 'account', 'currency', 'pair', 'screener'].includes(label)
const isKnownValue = (metric: string, label: string, value: string): boolean =>
  isOpen(label) ||
  (label === 'status' && metric.startsWith('corridor_request_seconds')
    ? /^[1-5]\.\.$|^[1-5]\d\d$/.test(value)
    : orderStatuses.some((status) => status === value) ||
      rowOf(metric).includes(`\`${value}\``) ||
      text.includes(`${label}="${value}"`))

describe.each(expressions)('%s', (_name, expression) => {
  test('selects metrics that the service has, by labels that they have', () => {
    const selectors = selectorsIn(expression)
    expect(selectors.length).toBeGreaterThan(0)
    for (const { metric, matchers } of selectors) {
      expect(labelsOf(metric), metric).toBeDefined()
      expect(text, metric).toContain(`# TYPE ${baseOf(metric)} `)
      for (const [label] of matchers) expect(labelsOf(metric), metric).toContain(label)
    }
    for (const label of groupsIn(expression))
      for (const { metric } of selectors) expect(labelsOf(metric), metric).toContain(label)
  })

  test('compares labels with values that they can have', () => {
    const unknown = selectorsIn(expression).flatMap(({ metric, matchers }) =>
      matchers.flatMap(([label, operator, value]) =>
        (operator.endsWith('~') ? value.split('|') : [value])
          .filter((one) => !isKnownValue(metric, label, one))
          .map((one) => `${metric}{${label}="${one}"}`),
      ),
    )
    expect(unknown).toEqual([])
  })

  test('has balanced brackets and quotes', () => {
    const open: string[] = []
    const closes: Record<string, string> = { ')': '(', '}': '{', ']': '[' }
    for (const sign of expression.replaceAll(/"[^"]*"/g, ''))
      if ('([{'.includes(sign)) open.push(sign)
      else if (sign in closes) expect(open.pop()).toBe(closes[sign])
      else expect(sign).not.toBe('"')
    expect(open).toEqual([])
  })
})

test('each alert has a duration, a severity, a summary and a name of its own', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const rule of rules) {
    expect(rule.alert).toMatch(/^Corridor[A-Z][A-Za-z]+$/)
    expect(rule.for, rule.alert).toMatch(/^\d+m$/)
    expect(['critical', 'warning'], rule.alert).toContain(rule.labels.severity)
    expect(rule.annotations.summary, rule.alert).toMatch(/^[A-Z].*\.$/)
  }
})

test('each alert has a runbook, and each runbook an alert', () => {
  const sections = [...read('docs/runbooks.md').matchAll(/^## (.+)$/gm)].map(([, name]) => name)
  expect(sections).toEqual(rules.map(({ alert }) => alert))
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`)
})

test('each runbook says how severe it is, repeats the summary, and says what to look at and to do', () => {
  const sections = read('docs/runbooks.md').split(/^## /m).slice(1)
  for (const [index, { alert, labels, annotations }] of rules.entries()) {
    const section = sections[index] ?? ''
    const severity = labels.severity === 'critical' ? 'Critical' : 'Warning'
    expect(section, alert).toContain(`**${severity}.** ${annotations.summary} `)
    expect(section, alert).toMatch(/\nLook first:\n\n- [\s\S]+\nThen: /)
  }
})

test('links of the runbooks lead to pages and sections that exist', () => {
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-')
  for (const [, page = '', anchor = ''] of read('docs/runbooks.md').matchAll(
    /\]\(([a-z-]+\.md)?(?:#([^)]+))?\)/g,
  )) {
    const target = read(`docs/${page === '' ? 'runbooks.md' : page}`)
    if (anchor === '') continue
    const anchors = [...target.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
    expect(anchors, `${page}#${anchor}`).toContain(anchor)
  }
})

test('the dashboard shows every metric, each panel in a place of its own', () => {
  const shown = new Set(
    targets.flatMap(({ expr }) => selectorsIn(expr).map(({ metric }) => baseOf(metric))),
  )
  expect([...exposed.keys()].map(baseOf).filter((name) => !shown.has(name))).toEqual([])
  const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(places.length)
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(places.length)
})

test('legends of the dashboard name labels that their expression keeps', () => {
  for (const { title, expr, legendFormat } of targets)
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      expect(groupsIn(expr), title).toContain(label)
})

test('the page of metrics lists each metric with its labels, and no other', () => {
  const listed = [...documented.matchAll(/^\| `(corridor_[a-z_]+)` \| (.*?) \|/gm)]
  expect(listed.map(([, name]) => name).toSorted()).toEqual([...exposed.keys()].toSorted())
  for (const [, name = ''] of listed)
    for (const label of exposed.get(name)?.labels ?? [])
      expect(rowOf(name), name).toContain(`\`${label}\``)
})

test('the check of labels finds one that a metric does not have', () => {
  expect(selectorsIn('sum by (x) (rate(corridor_a_count{b="c",d=~"e|f"}[5m]))')).toEqual([
    {
      metric: 'corridor_a_count',
      matchers: [
        ['b', '=', 'c'],
        ['d', '=~', 'e|f'],
      ],
    },
  ])
  expect(labelsOf('corridor_no_such_metric')).toBeUndefined()
  expect(isKnownValue('corridor_due_lag_seconds', 'work', 'nothing')).toBe(false)
  expect(new Gauge({ name: 'a', help: 'a', registers: [] })).toHaveProperty('labelNames')
})
