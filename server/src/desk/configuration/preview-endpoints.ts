// The operator API of previews: what customers would be quoted before and after an operator file.
import Type, { type Static } from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import { addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { requireInstant } from '../../platform/http/instants.ts'
import {
  anyText,
  choice,
  currency,
  dataOf,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import type { Feeds } from '../../outside/liquidity/feeds.ts'
import { publicId } from '../../platform/ids.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { effectiveFrom, fileText, requireAll, takeFile } from './asked.ts'
import type { Preview, PreviewDeps, PreviewedRoute } from './preview.ts'
import { sideSchema } from './quoted-side.ts'
import { changeSchema, changeView, warnings } from './view.ts'

const MOST_GIVEN = 20

const previewedRoute = exact(
  {
    organization_id: identifier('org', 'The organization.'),
    organization: anyText('Its name.', 'Acme Payments'),
    route_id: nullable(identifier('rt', 'A route.'), 'Null if the file creates it.'),
    name: anyText('The name of the route.', 'USDC to COP'),
    payin_currency: currency('The currency that the customer pays in.', 'USDC'),
    payout_currency: currency('The currency that is paid out.', 'COP'),
    effect: choice(['appears', 'vanishes', 'changes'], 'What customers see of it.', {
      title: 'PreviewedEffect',
    }),
    before: nullable(sideSchema, 'Null if there is no such route.'),
    after: sideSchema,
  },
  { title: 'PreviewedRoute', description: 'A route on which quotes differ.' },
)

const previewSchema = exact(
  {
    at: timestamp('The instant of the comparison.'),
    changes: Type.Array(changeSchema, { description: 'What the file changes.' }),
    routes: Type.Array(previewedRoute, {
      description: 'Routes whose terms, hours or quotes differ. At most 200.',
    }),
    is_cut: Type.Boolean({ description: 'More routes may differ than are shown.' }),
    warnings,
  },
  { title: 'ConfigurationPreview', description: 'What a file would change for customers.' },
)

type Deps = PreviewDeps & { sharedCounts: SharedCounts; feeds: Pick<Feeds, 'push'> }

export function previewEndpoints(api: Api, deps: Deps): void {
  addWrite(api, {
    method: 'POST',
    path: '/configuration/preview',
    config: { right: 'preview' },
    tags: ['Configuration'],
    operationId: 'previewConfiguration',
    summary: 'Preview an operator file',
    description:
      'What customers would be quoted before and after it, at present rates. It changes nothing. Versions that become effective earlier count as effective.',
    body: exact(
      {
        file: fileText,
        effective_from: Type.Optional(effectiveFrom),
        only_changes: Type.Optional(
          Type.Boolean({
            description: 'Only what the file changes: no route is compared.',
            examples: [false],
          }),
        ),
        amounts: Type.Optional(
          Type.Array(
            exact(
              {
                currency: currency('The payin or payout currency of routes.', 'USDC'),
                amount: Type.String({ maxLength: 100, examples: ['1000.00'] }),
              },
              { title: 'PreviewedAmount', description: 'An amount that a customer asks for.' },
            ),
            {
              maxItems: MOST_GIVEN,
              description:
                'Without them, and on routes of other currencies: the limits, and both sides of each edge between cost tiers.',
            },
          ),
        ),
      },
      { title: 'NewConfigurationPreview', description: 'An operator file to compare with.' },
    ),
    refusals: [409, 413, 415, 422],
    answer: dataOf(previewSchema, 'What would change.'),
    async data(request) {
      const operator = operatorOfRequest(request)
      requireAll(operator)
      takeFile(deps.sharedCounts, operator)
      const { file: text, effective_from: from, amounts = [], only_changes } = request.body
      const onlyChanges = only_changes === true
      const { fileOf, previewOverApi } = await import('./over-api.ts')
      const file = fileOf(text, operator)
      // The process of a command has no rates yet. A provider that answers none has refused quotes.
      if (operator.isDirect === true && !onlyChanges) await deps.feeds.push().catch(() => {})
      const preview = await previewOverApi(deps, file, {
        from: from === undefined ? undefined : requireInstant('/effective_from', from),
        amounts,
        onlyChanges,
      })
      return previewView(preview, file.warnings)
    },
  })
}

const previewView = (
  { at, changes, routes, isCut }: Preview,
  warned: readonly string[],
): Static<typeof previewSchema> => ({
  at: toTimestamp(at),
  changes: changes.map(changeView),
  routes: routes.map(routeView),
  is_cut: isCut,
  warnings: [...warned],
})

const routeView = ({ route, before, after }: PreviewedRoute): Static<typeof previewedRoute> => ({
  organization_id: publicId('org', route.organization_id),
  organization: route.organization_name,
  route_id: before === null ? null : publicId('rt', route.id),
  name: route.name,
  payin_currency: route.payin_currency,
  payout_currency: route.payout_currency,
  effect: effectOf(before === null || before.is_disabled, after.is_disabled),
  before,
  after,
})

const effectOf = (wasOff: boolean, isOff: boolean): Static<typeof previewedRoute>['effect'] =>
  wasOff === isOff ? 'changes' : isOff ? 'vanishes' : 'appears'
