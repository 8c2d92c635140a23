// The acts of the operator API on API keys of customers. The key is in the first answer alone: only its hash is kept.
import Type, { type Static } from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed } from '../../parties/acts/closed.ts'
import { refusedAsClosed } from '../../parties/acts/refused.ts'
import { toTimestamp } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { requireLater } from '../../platform/http/instants.ts'
import { dataOf, exact, instant, pathId, text } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { seenEnterprise, seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { actBody, reason } from '../../parties/operators/guard.ts'
import { findSeen } from '../../parties/operators/operator.ts'
import { createKeyWithin } from './create-key.ts'
import { requireNetworks } from './customer-keys.ts'
import { selectKeyById } from '../../platform/access/customer-queries.ts'
import { networks, scopes } from './endpoints.ts'
import { deskKeySchema, deskKeyView } from './operator-endpoints.ts'
import { revokeKey } from './revoke-key.ts'
import { secretSchema } from './view.ts'

const tags = ['Customers']
/** A creation depends on no present state. Customers choose labels too, so a label may occur twice. */
const NEW = 'new'

const createdSchema = exact(
  { ...deskKeySchema.properties, secret: secretSchema },
  { title: 'DeskApiKeyWithSecret', description: 'A new key of a customer.' },
)

const REVOKED = closed('ended', 'is already revoked')

type Deps = Omit<ActDeps, 'config'> & { config: Pick<Config, 'secrets' | 'environment'> }

const newKeySchema = exact(
  {
    label: text(200, 'What the key is for.', 'Back office'),
    scopes,
    organization_id: Type.Optional(
      pathId('org', 'The organization to bind it to. Without it, all of the enterprise.'),
    ),
    allowed_addresses: Type.Optional({
      ...networks,
      minItems: 1,
      description: 'Where it may be used from. Without it, from anywhere.',
    }),
    expires_at: Type.Optional(instant('When it stops working.', '2200-01-31T00:00:00Z')),
    reason,
  },
  { title: 'NewApiKeyOfEnterprise', description: 'An API key of a customer to create.' },
)

export function operatorApiKeyActs(api: Api, deps: Deps): void {
  createKeyAct(api, deps)
  revokeKeyAct(api, deps)
}

function createKeyAct(api: Api, deps: Deps): void {
  actsOn(api, deps, {
    kind: 'ent',
    params: Type.Object({ enterprise_id: pathId('ent', 'The enterprise.') }),
    find: (operator, { enterprise_id }) => seenEnterprise(deps, operator, enterprise_id),
    about: ({ id }) => ({ chain: id, subject: publicId('ent', id), version: NEW, amounts: [] }),
  }).addNaming({
    name: 'key.create',
    operationId: 'createApiKeyOfEnterprise',
    path: '/enterprises/:enterprise_id/api_keys',
    tags,
    summary: 'Create an API key of a customer',
    description:
      'The key is shown only in this answer: give it to the customer. If a rule asks for an approval, whoever approves gets it. Without an Idempotency-Key, a repeated request creates another key. If an answer was lost, revoke its key.',
    body: newKeySchema,
    status: 201,
    answer: dataOf(createdSchema, 'The key with its secret.'),
    async named({ id }, { organization_id: organizationId }, operator) {
      if (organizationId === undefined) return { organizationId: null }
      const organization = await seenOrganization(deps, operator, organizationId)
      if (organization?.enterprise_id !== id)
        throw failure('not_found', {}, 'The enterprise has no such organization.')
      return { organizationId: organization.id }
    },
    about: ({ found: { id } }, { label }) => ({
      chain: id,
      subject: `${publicId('ent', id)} ${label}`,
      version: NEW,
      amounts: [],
    }),
    async carryOut(
      { found: { id }, named: { organizationId } },
      body,
      execution,
    ): Promise<Static<typeof createdSchema>> {
      const at = deps.clock.now()
      const { label, expires_at: expires, allowed_addresses: addresses = [] } = body
      const input = {
        enterpriseId: id,
        organizationId,
        label,
        scopes: [...new Set(body.scopes)],
        allowedAddresses: await requireNetworks(deps.db, addresses),
        at,
        expiresAt: expires === undefined ? null : requireLater('/expires_at', expires, at),
      }
      const made = await execution.commit(NEW, async (db) => {
        const { row, key } = await createKeyWithin(db, deps.config.environment, input)
        const view = deskKeyView({ ...row, replaced_by: null }, at)
        const { scopes: granted, organization_id, allowed_addresses, expires_at } = view
        const after = { label, scopes: granted, organization_id, allowed_addresses, expires_at }
        return { result: { view, key }, subject: view.id, detail: { after } }
      })
      if (made === undefined) throw new Error('an API key was not created')
      return { ...made.view, secret: made.key }
    },
  })
}

function revokeKeyAct(api: Api, deps: Deps): void {
  const ofKeys = actsOn(api, deps, {
    kind: 'key',
    params: Type.Object({ api_key_id: pathId('key', 'The API key.') }),
    find: (operator, params) =>
      findSeen(operator, 'key', params.api_key_id, (id) => selectKeyById(deps.db, id)),
    about: (row) => ({
      chain: row.enterprise_id,
      subject: publicId('key', row.id),
      version: row.revoked_at === null ? 'working' : 'revoked',
      amounts: [],
    }),
  })
  ofKeys.add({
    name: 'key.revoke',
    path: '/api_keys/:api_key_id/revoke',
    tags,
    operationId: 'revokeApiKeyOfEnterprise',
    summary: 'Revoke an API key of a customer',
    description: 'It and the keys made by it stop working within a second.',
    body: actBody,
    answer: dataOf(deskKeySchema, 'The revoked key.'),
    closed: ({ revoked_at: at }) => (at === null ? null : REVOKED),
    async carryOut(row, _body, execution) {
      const at = deps.clock.now()
      const revoked = await execution.commit('working', async (db) =>
        (await revokeKey(db, row, at))
          ? {
              result: await selectKeyById(db, row.id),
              detail: { after: { revoked_at: toTimestamp(at) } },
            }
          : undefined,
      )
      if (revoked === undefined) throw refusedAsClosed(publicId('key', row.id), REVOKED)
      return deskKeyView(revoked, at)
    },
  })
}
