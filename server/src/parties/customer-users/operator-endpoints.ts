// The operator API of customers' people: the desk lets an admin in who is locked out.
import Type from 'typebox'
import type { ActDeps } from '../acts/act.ts'
import { actsOn } from '../acts/acts-on.ts'
import { refused } from '../acts/refused.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, exact, pathId } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { reason } from '../operators/guard.ts'
import { seenEnterprise } from '../organizations/seen-organization.ts'
import { loginSchema } from '../users/login.ts'
import { selectUserByLogin } from '../users/queries.ts'
import { inviteAdmin, versionOfAdmin } from './manage.ts'
import { invitedPersonSchema, invitedView } from './view.ts'

export function inviteAdminAct(api: Api, deps: ActDeps & { publicUrl: () => string }): void {
  actsOn(api, deps, {
    kind: 'ent',
    params: Type.Object({ enterprise_id: pathId('ent', 'The enterprise.') }),
    find: (operator, { enterprise_id }) => seenEnterprise(deps, operator, enterprise_id),
    about: ({ id }) => ({ chain: id, subject: publicId('ent', id), version: '', amounts: [] }),
  }).addNaming({
    name: 'enterprise.invite-admin',
    operationId: 'inviteAdminOfEnterprise',
    path: '/enterprises/:enterprise_id/invite_admin',
    command: 'enterprises invite-admin <login>',
    tags: ['Customers'],
    summary: 'Invite an admin of a customer',
    description:
      'For an enterprise that has no people yet, or whose admins cannot sign in. A new login is invited. A known one becomes an admin who must enrol anew: its sessions end, and password, authenticator app and passkeys are forgotten. The answer has the link, once. If a rule asks for an approval, whoever approves gets it. Hand it to somebody whom you reach as the contract says, never to whoever wrote to you. The admins of the enterprise see the invitation, and from where the link was used.',
    body: exact(
      { login: loginSchema, reason },
      { title: 'NewAdminOfEnterprise', description: 'An admin of a customer to let in.' },
    ),
    answer: dataOf(invitedPersonSchema, 'The person, with the link.'),
    named: async ({ id }, { login }) => {
      const user = await selectUserByLogin(deps.db, login, id)
      return { version: versionOfAdmin(login, user) }
    },
    // A proposal for another login leaves this one alone.
    about: ({ found: { id }, named: { version } }, { login }) => ({
      chain: id,
      subject: `${publicId('ent', id)} ${login}`,
      version,
      amounts: [],
    }),
    async carryOut({ found, named: { version } }, { login }, execution) {
      const invited = await inviteAdmin(deps, execution, found, login, version)
      if (invited === undefined) throw refused('the person has changed: send it again')
      return invitedView(deps, invited)
    },
  })
}
