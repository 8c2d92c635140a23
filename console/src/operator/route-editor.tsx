// Edits a route: its terms on the left, and on the right what customers would be quoted before and after, at five amounts.
// Nothing changes until the new terms are applied.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedAct } from '../parts/act.tsx'
import { readAmount, writeAmount } from '../parts/amount.ts'
import { AmountInput } from '../parts/amount-input.tsx'
import { messageOf } from '../parts/client.ts'

import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { useMoneyText } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { act, actFor, may, meQuery, readQuery, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { amountsBetween, fileOf, termsOf, type Terms } from './route-file.ts'
import { PreviewTable } from './route-preview.tsx'

const texts = bilingual({
  terms: ['Terms', 'Condiciones'],
  preview: ['What a customer would be quoted', 'Lo que se cotizaría a un cliente'],
  providers: ['Providers, ranked', 'Proveedores, en orden'],
  min: [
    (currency: string) => `Smallest payin in ${currency}`,
    (currency: string) => `Entrada mínima en ${currency}`,
  ],
  max: [
    (currency: string) => `Largest payin in ${currency}`,
    (currency: string) => `Entrada máxima en ${currency}`,
  ],
  tier: [
    (number: number) => `Fee of band ${number} in bps`,
    (number: number) => `Comisión del tramo ${number} en pb`,
  ],
  tax: ['Tax on the fee in bps', 'Impuesto sobre la comisión en pb'],
  treatment: ['Fee', 'Comisión'],
  inclusive: ['inside the amount', 'dentro del monto'],
  exclusive: ['added to the amount', 'sumada al monto'],
  slippage: ['Most slippage in bps', 'Deslizamiento máximo en pb'],
  open: ['Most in open orders', 'Máximo en órdenes abiertas'],
  submission: ['Minutes to order', 'Minutos para ordenar'],
  funding: ['Minutes to fund', 'Minutos para enviar los fondos'],
  amounts: [
    'Amounts of the preview, with ; between',
    'Montos de la vista previa, con ; entre ellos',
  ],
  show: ['Preview these terms', 'Ver estas condiciones'],
  how: [
    'Change the terms and preview them. A preview changes nothing.',
    'Cambie las condiciones y véalas. La vista previa no cambia nada.',
  ],
  same: [
    'Customers would be quoted the same as now.',
    'A los clientes se les cotizaría lo mismo que ahora.',
  ],
  at: ['At the rates of', 'A las tasas de'],
  apply: [
    (name: string) => `Apply new terms of ${name}`,
    (name: string) => `Aplicar condiciones nuevas de ${name}`,
  ],
  from: ['Effective from', 'Vigente desde'],
  fromHint: [
    'An instant in UTC, such as 2026-04-01T00:00:00Z. Empty: at once.',
    'Un instante en UTC, como 2026-04-01T00:00:00Z. Vacío: de inmediato.',
  ],
  before: [
    'Customers are quoted the present terms.',
    'A los clientes se les cotizan las condiciones actuales.',
  ],
  after: [
    'New quotes have the new terms. Firm quotes and orders stay as they are.',
    'Las cotizaciones nuevas usan las nuevas. Las firmes y las órdenes no cambian.',
  ],
  final: [
    'You cannot undo orders that are made meanwhile. A rollback makes a new version.',
    'No se puede deshacer las órdenes hechas entretanto. Una reversión crea otra versión.',
  ],
  first: ['Preview the terms before you apply them.', 'Vea las condiciones antes de aplicarlas.'],
  role: ['Your role may preview, and not apply.', 'Su rol puede verlas, no aplicarlas.'],
  version: [
    (number: number) => `It is version ${number} of the configuration.`,
    (number: number) => `Es la versión ${number} de la configuración.`,
  ],
  nothing: [
    'The terms are the same: there is no new version.',
    'Las condiciones son iguales: no hay versión nueva.',
  ],
  disable: [(name: string) => `Disable ${name}`, (name: string) => `Desactivar ${name}`],
  enable: [(name: string) => `Enable ${name}`, (name: string) => `Activar ${name}`],
  disabled: [
    'Customers get no quotes for it, and earlier quotes make no orders.',
    'Los clientes no reciben cotizaciones, y las anteriores no crean órdenes.',
  ],
  enabled: ['Customers get quotes for it.', 'Los clientes reciben cotizaciones.'],
})

/** The same terms with another form of their amounts. */
const withAmounts = (terms: Terms, formOf: (amount: string) => string): Terms => ({
  ...terms,
  min: formOf(terms.min),
  max: formOf(terms.max),
  openTotal: formOf(terms.openTotal),
})

export function RouteEditor({ route }: { route: Schemas['DeskRoute'] }) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const { data: enterprise } = useQuery(
    readQuery('/operator/v1/enterprises/{enterprise_id}', { enterprise_id: route.enterprise_id }),
  )
  const { language } = useLanguage()
  const [terms, setTerms] = useState(() =>
    withAmounts(termsOf(route), (amount) => writeAmount(amount, language)),
  )
  const [amounts, setAmounts] = useState(() =>
    amountsBetween(route.payin_limits.min, route.payin_limits.max)
      .map((amount) => writeAmount(amount, language))
      .join('; '),
  )
  // A text that is no amount goes as it is: the service says what is wrong with it.
  const amountIn = (text: string) => readAmount(text, language, route.payin_currency) ?? text.trim()
  const file = fileOf(route, enterprise?.name ?? '', withAmounts(terms, amountIn))
  const previewing = useMutation({
    mutationFn: async (previewed: string) => {
      const wanted = amounts
        .split(';')
        .filter((amount) => amount.trim() !== '')
        .map(amountIn)
      const { data } = await act(
        '/operator/v1/configuration/preview',
        {},
        {
          file: previewed,
          amounts: wanted.map((amount) => ({ amount, currency: route.payin_currency })),
        },
      )
      return { file: previewed, preview: data }
    },
  })
  const set = (change: Partial<Terms>) => setTerms((old) => ({ ...old, ...change }))
  const shown = previewing.data
  const isCurrent = shown?.file === file
  const names = { organization_id: route.organization_id, route_id: route.id }
  return (
    <div className="side-by-side">
      <Section title={t.terms}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            previewing.mutate(file)
          }}
        >
          <TermFields terms={terms} currency={route.payin_currency} set={set} />
          <TextInput
            label={t.amounts}
            value={amounts}
            onChange={({ currentTarget }) => setAmounts(currentTarget.value)}
            mb="sm"
          />
          <Button
            type="submit"
            variant="default"
            loading={previewing.isPending}
            disabled={enterprise === undefined || !may(me, 'preview')}
          >
            {t.show}
          </Button>
        </form>
      </Section>
      <Section title={t.preview}>
        {previewing.isError ? <FailedAct>{messageOf(previewing.error)}</FailedAct> : null}
        {shown?.preview == null ? (
          <p className="dim">{t.how}</p>
        ) : (
          <div role="status">
            <p className="dim">
              {t.at} <Time at={shown.preview.at} />
            </p>
            {shown.preview.routes.length === 0 ? <p>{t.same}</p> : null}
            {shown.preview.routes.map((one) => (
              <PreviewTable key={one.name} route={one} />
            ))}
          </div>
        )}
        {may(me, 'configure') ? (
          isCurrent ? (
            <div className="acts">
              <DeskAct
                label={t.apply(route.name)}
                tone="primary"
                fields={[{ name: 'from', label: t.from, hint: t.fromHint, isOptional: true }]}
                before={t.before}
                after={t.after}
                final={t.final}
                run={({ from = '' }, reason) =>
                  act(
                    '/operator/v1/configuration/versions',
                    {},
                    {
                      file,
                      reason,
                      ...(from.trim() === '' ? {} : { effective_from: from.trim() }),
                    },
                  )
                }
                done={({ version }) => (version === null ? t.nothing : t.version(version.number))}
              />
            </div>
          ) : (
            <p className="dim">{t.first}</p>
          )
        ) : (
          <p className="dim">{t.role}</p>
        )}
        {may(me, 'switch_routes') ? (
          <div className="acts">
            <DeskAct
              key={String(route.is_disabled)}
              label={route.is_disabled ? t.enable(route.name) : t.disable(route.name)}
              tone={route.is_disabled ? 'default' : 'danger'}
              before={route.is_disabled ? t.disabled : t.enabled}
              after={route.is_disabled ? t.enabled : t.disabled}
              run={actFor(
                route.is_disabled
                  ? '/operator/v1/organizations/{organization_id}/routes/{route_id}/enable'
                  : '/operator/v1/organizations/{organization_id}/routes/{route_id}/disable',
                names,
              )}
            />
          </div>
        ) : null}
      </Section>
    </div>
  )
}

function TermFields({
  terms,
  currency,
  set,
}: {
  terms: Terms
  currency: string
  set: (change: Partial<Terms>) => void
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  const money = useMoneyText()
  const field = (label: string, name: Exclude<keyof Terms, 'tiers'>) => (
    <TextInput
      key={name}
      label={label}
      value={terms[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      mb="sm"
    />
  )
  const amount = (label: string, name: 'min' | 'max' | 'openTotal') => (
    <AmountInput
      key={name}
      label={label}
      typed={terms[name]}
      change={(typed) => set({ [name]: typed })}
      mb="sm"
    />
  )
  return (
    <>
      {field(t.providers, 'providers')}
      {amount(t.min(currency), 'min')}
      {amount(t.max(currency), 'max')}
      {terms.tiers.map((tier, index) => (
        <TextInput
          key={tier.max}
          label={t.tier(index + 1)}
          description={`${groupDigits(tier.min, language)} – ${money(tier.max, currency)}`}
          value={tier.bps}
          onChange={({ currentTarget }) => {
            const bps = currentTarget.value
            set({ tiers: terms.tiers.map((one) => (one === tier ? { ...one, bps } : one)) })
          }}
          mb="sm"
        />
      ))}
      {field(t.tax, 'taxBps')}
      <NativeSelect
        label={t.treatment}
        value={terms.feeTreatment}
        data={[
          { value: 'inclusive', label: t.inclusive },
          { value: 'exclusive', label: t.exclusive },
        ]}
        onChange={({ currentTarget }) => set({ feeTreatment: currentTarget.value })}
        mb="sm"
      />
      {field(t.slippage, 'slippageBps')}
      {amount(t.open, 'openTotal')}
      {field(t.submission, 'submission')}
      {field(t.funding, 'funding')}
    </>
  )
}
