// The API of notices: each person chooses for herself or himself what comes by mail, and an admin what goes to the chat of the
// enterprise. Neither answers the whole URL of a chat: whoever has it can write there.
import { isDeepStrictEqual } from 'node:util'
import Type, { type Static } from 'typebox'
import { lockEnterprise } from '../../parties/organizations/queries.ts'
import { insertAudit } from '../../parties/audit/queries.ts'
import { customerActor } from '../../parties/users/kinds.ts'
import type { Caller, UserSession } from '../../platform/access/authenticate.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { isErased, openText, sealText } from '../../platform/db/seal.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import { addRead, addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { callerOf } from '../../platform/http/request.ts'
import { choice, dataOf, exact, nullable } from '../../platform/http/schemas.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { refuseUrl } from '../webhooks/create-endpoint.ts'
import { url } from '../webhooks/request-schemas.ts'
import type { Targets } from '../../platform/outgoing/target.ts'
import { languages, type Language } from '../../platform/languages.ts'
import { kindsFor, noticeKinds, type NoticeKind } from './kinds.ts'
import { keepPositions, selectTarget, upsertTarget, type TargetRow } from './target-queries.ts'

type Deps = { db: Pool; clock: Clock; config: Config; targets: Targets }

const tags = ['People']
const ofPerson = { isForUsers: true, userRight: 'see' } as const
const ofAdmin = { isForUsers: true, userRight: 'manage_people' } as const

const kind = choice(noticeKinds, 'Something to be told of.', {
  title: 'NoticeKind',
  example: 'order_failed',
})
const kinds = Type.Array(kind, {
  maxItems: noticeKinds.length,
  uniqueItems: true,
  description: 'What to be told of.',
})
const language = choice(languages, 'The language of the notices.', {
  title: 'NoticeLanguage',
  example: 'en',
})
const mailAddress = Type.String({
  maxLength: 254,
  pattern: inputPatterns.email.pattern,
  description: 'A mail address.',
  examples: ['ana@acme.example'],
})

const personSchema = exact(
  {
    mail_is_on: Type.Boolean({ description: 'Whether the desk sends mails.' }),
    address: nullable(mailAddress, 'Where mails go. Null: nowhere.'),
    language,
    kinds,
    offered: Type.Array(kind, { description: 'What the role of the person may be told of.' }),
  },
  { title: 'PersonNotices', description: 'What a person is told of by mail.' },
)
const chatSchema = exact(
  {
    host: nullable(
      Type.String({ description: 'A host name.', examples: ['hooks.chat.example'] }),
      'The host of the URL. Null: there is none.',
    ),
    language,
    kinds,
  },
  { title: 'ChatNotices', description: 'What the chat of the enterprise is told of.' },
)

type Shown = { address: string | null; language: Language; kinds: NoticeKind[] }

export function noticeEndpoints(api: Api, deps: Deps): void {
  personEndpoints(api, deps)
  chatEndpoints(api, deps)
}

function personEndpoints(api: Api, deps: Deps): void {
  const view = (user: UserSession, shown: Shown): Static<typeof personSchema> => ({
    mail_is_on: deps.config.mail !== null,
    ...shown,
    offered: kindsFor(user.role),
  })

  addRead(api, {
    path: '/person-notices',
    config: { scope: 'read', ...ofPerson },
    tags,
    operationId: 'getPersonNotices',
    summary: 'Get your notices',
    description: 'What you are told of by mail, and where. Everybody sees only the own choice.',
    answer: dataOf(personSchema, 'Your choice.'),
    async data(request) {
      const { caller, user } = personOf(callerOf(request))
      return view(user, shownOf(deps, await selectTarget(deps.db, caller.enterpriseId, user.id)))
    },
  })

  addWrite(api, {
    method: 'PATCH',
    path: '/person-notices',
    config: { scope: 'write', ...ofPerson },
    tags,
    operationId: 'changePersonNotices',
    summary: 'Change your notices',
    description:
      'Applies to what happens from now on. What is left out stays. Without kinds you get no mail. The address is stored encrypted.',
    body: exact(
      {
        address: Type.Optional(nullable(mailAddress, 'Where mails go. Null: nowhere.')),
        language: Type.Optional(language),
        kinds: Type.Optional(kinds),
      },
      { title: 'PersonNoticesChange', description: 'What changes. The rest stays.' },
    ),
    refusals: [409, 413, 415],
    answer: dataOf(personSchema, 'Your choice.'),
    async data(request) {
      const { caller, user } = personOf(callerOf(request))
      const chosen = await choose(deps, caller, user, user.id, request.body, {
        act: 'customer_user.notices_changed',
        subject: publicId('usr', user.id),
      })
      return view(user, chosen)
    },
  })
}

function chatEndpoints(api: Api, deps: Deps): void {
  const view = ({ address, ...shown }: Shown): Static<typeof chatSchema> => ({
    host: address === null ? null : new URL(address).host,
    ...shown,
  })

  addRead(api, {
    path: '/chat-notices',
    config: { scope: 'read', ...ofAdmin },
    tags,
    operationId: 'getChatNotices',
    summary: 'Get the notices of the chat',
    description: 'What the chat of the enterprise is told of. For its admins.',
    answer: dataOf(chatSchema, 'The choice.'),
    async data(request) {
      const { enterpriseId } = callerOf(request)
      return view(shownOf(deps, await selectTarget(deps.db, enterpriseId, null)))
    },
  })

  addWrite(api, {
    method: 'PATCH',
    path: '/chat-notices',
    config: { scope: 'write', ...ofAdmin },
    tags,
    operationId: 'changeChatNotices',
    summary: 'Change the notices of the chat',
    description:
      'Each notice is posted to the URL as `{"text": "…"}`, as incoming webhooks of chats take it. The URL is stored encrypted and not shown again. What is left out stays.',
    body: exact(
      {
        url: Type.Optional(nullable(url, 'Where to post. Null: nowhere.')),
        language: Type.Optional(language),
        kinds: Type.Optional(kinds),
      },
      { title: 'ChatNoticesChange', description: 'What changes. The rest stays.' },
    ),
    refusals: [409, 413, 415, 422],
    answer: dataOf(chatSchema, 'The choice.'),
    async data(request) {
      const { caller, user } = personOf(callerOf(request))
      const { url: given, ...others } = request.body
      if (typeof given === 'string') await refuseUrl(deps.targets, given)
      const change = given === undefined ? others : { ...others, address: given }
      const chosen = await choose(deps, caller, user, null, change, {
        act: 'chat_notices.changed',
        subject: publicId('ent', caller.enterpriseId),
      })
      return view(chosen)
    },
  })
}

function personOf(caller: Caller): { caller: Caller; user: UserSession } {
  if (caller.user === null) throw failure('person_required')
  return { caller, user: caller.user }
}

function shownOf({ config }: Pick<Deps, 'config'>, row: TargetRow | undefined): Shown {
  if (row === undefined) return { address: null, language: 'en', kinds: [] }
  const sealed = { keyId: row.address_key_id, bytes: row.address_sealed }
  return {
    address: isErased(sealed) ? null : openText(config.secrets, row.id, sealed),
    language: row.language,
    kinds: row.kinds,
  }
}

type Change = {
  address?: string | null
  language?: Language
  kinds?: NoticeKind[]
}

/** The trail says what was chosen, and never an address. */
async function choose(
  deps: Deps,
  { enterpriseId }: Caller,
  user: UserSession,
  userId: Uuid<'usr'> | null,
  change: Change,
  entry: { act: string; subject: string },
): Promise<Shown> {
  const { db: pool, clock, config } = deps
  return inTransaction(pool, async (db) => {
    // Two first choices at once would each make a row.
    await lockEnterprise(db, enterpriseId)
    const before = await selectTarget(db, enterpriseId, userId)
    const was = shownOf(deps, before)
    const chosen: Shown = { ...was, ...change }
    if (isDeepStrictEqual(chosen, was)) return was
    if (chosen.address === null && chosen.kinds.length > 0)
      throw fieldFailure('invalid_request', [
        { pointer: '/kinds', code: 'invalid_value', message: 'needs an address to send them to' },
      ])
    const { kinds: wanted, language: spoken } = chosen
    const id = before?.id ?? newUuid('target', clock.realNow())
    const address =
      chosen.address === null
        ? { keyId: '', bytes: Buffer.alloc(0) }
        : sealText(config.secrets, id, chosen.address)
    const row = {
      id,
      enterprise_id: enterpriseId,
      user_id: userId,
      kinds: wanted,
      language: spoken,
    }
    await upsertTarget(db, row, address, clock.now())
    // The choice applies from now on, also while no worker runs.
    await keepPositions(db, [enterpriseId])
    await insertAudit(db, {
      chain: enterpriseId,
      at: clock.realNow(),
      actor: customerActor(user.id),
      ...entry,
      reason: '',
      detail: {
        before: { kinds: was.kinds, language: was.language },
        after: { kinds: wanted, language: spoken },
        address_changed: chosen.address !== was.address,
      },
    })
    return chosen
  })
}
