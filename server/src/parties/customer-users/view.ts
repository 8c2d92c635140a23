// People of a customer, their sessions and the settings of the enterprise as the API shows them.
import Type, { type Static } from 'typebox'
import { customerRoles } from '../../platform/access/customer-roles.ts'
import { SESSION_MS } from '../../platform/access/sessions.ts'
import {
  later,
  parseTimestamp,
  toTimestamp,
  toTimestampOrNull,
  type Instant,
} from '../../platform/clock.ts'
import { fieldFailure } from '../../platform/errors.ts'
import {
  choice,
  currency,
  decimal,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { languages } from '../../platform/languages.ts'
import { formatAmount, parseAmount } from '../../platform/money/decimal.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { WAITS_MS } from '../acts/queries.ts'
import { loginSchema } from '../users/login.ts'
import { pagesUrl } from '../users/passkeys.ts'
import type { CustomerUser } from '../users/queries.ts'
import type { ShownSession } from '../users/session-queries.ts'
import { awaitsAdmission, userStatus } from '../users/credentials.ts'
import { mailResults } from './mail-invitation.ts'
import type { Settings, StoredSettings } from './queries.ts'

export const customerRole = choice(
  customerRoles,
  'What the person may do: see everything, also prepare orders, also approve them, keys and webhooks, or people and approvals.',
  { title: 'PersonRole', example: 'preparer' },
)

export const personSchema = exact(
  {
    id: identifier('usr', 'The person.'),
    login: loginSchema,
    role: customerRole,
    status: choice(['INVITED', 'ACTIVE', 'DISABLED'], 'Whether the person can sign in.', {
      title: 'PersonStatus',
      example: 'ACTIVE',
    }),
    invitation_expires_at: nullable(
      timestamp('An instant.'),
      'When the link of the invitation expires. Null when the person has used it.',
    ),
    enrolled_at: nullable(
      timestamp('An instant.'),
      'When the person last chose a password. Null before.',
    ),
    awaits_admission: Type.Boolean({
      description:
        'Whether the person used the link, and another admin must still admit the person.',
    }),
    created_at: timestamp('When the person was invited first.'),
  },
  {
    title: 'Person',
    description: 'Somebody of the enterprise who may enter the console, with a role.',
  },
)

export const personView = (user: CustomerUser): Static<typeof personSchema> => ({
  id: publicId('usr', user.id),
  login: user.login,
  role: user.role,
  status: userStatus(user),
  invitation_expires_at: toTimestampOrNull(user.enrolment_expires_at),
  enrolled_at: toTimestampOrNull(user.enrolled_at),
  awaits_admission: awaitsAdmission(user),
  created_at: toTimestamp(user.created_at),
})

export const invitedPersonSchema = exact(
  {
    person: personSchema,
    link: Type.String({
      description:
        'Give it to the person. It works for a day, once, and is shown only here. Whoever has it can become this person.',
      examples: ['https://corridor.example/console/enrol#ce_8Zk2…'],
    }),
  },
  { title: 'InvitedPerson', description: 'A person who must still choose a password.' },
)

export const newMail = exact(
  {
    address: Type.String({
      maxLength: 254,
      pattern: inputPatterns.email.pattern,
      description: 'Where the link goes. It is not stored.',
      examples: ['ana@acme.example'],
    }),
    language: Type.Optional(
      choice(languages, 'The language of the mail. Without it: en.', {
        title: 'MailLanguage',
        example: 'en',
      }),
    ),
  },
  { title: 'NewInvitationMail', description: 'The mail that brings the link.' },
)

export const mailedPersonSchema = exact(
  {
    ...invitedPersonSchema.properties,
    mail: nullable(
      choice(
        mailResults,
        'What became of the mail. Only SENT says that the mail server took it. REFUSED: the server refuses this mailbox. FAILED: it did not answer or took no mail. BUSY: too many mails are being sent. OFF: the desk sends no mails.',
        { title: 'InvitationMailResult', example: 'SENT' },
      ),
      'What became of the mail. Null if none was asked for.',
    ),
  },
  { title: 'NewlyInvitedPerson', description: 'A person who was invited, perhaps by mail.' },
)

// Browsers send the part after # to no server, so no log has it.
export const invitedView = (
  { publicUrl }: { publicUrl: () => string },
  { user, token }: { user: CustomerUser; token: string },
): Static<typeof invitedPersonSchema> => ({
  person: personView(user),
  link: `${pagesUrl(publicUrl())}/console/enrol#${token}`,
})

export const personSessionSchema = exact(
  {
    id: identifier('ses', 'The session.'),
    person_id: identifier('usr', 'The person.'),
    is_current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    network: nullable(
      Type.String({ description: 'An address or network.', examples: ['203.0.113.7'] }),
      'Where the person signed in from. Null if unknown.',
    ),
    created_at: timestamp('When the person signed in.'),
    last_used_at: timestamp('When it was last used. It ends after an hour without use.'),
    expires_at: timestamp('When it ends at the latest.'),
  },
  { title: 'PersonSession', description: 'A session of the console that has not ended.' },
)

export const personSessionView = (
  session: ShownSession,
  current: Uuid<'ses'> | undefined,
): Static<typeof personSessionSchema> => ({
  id: publicId('ses', session.id),
  person_id: publicId('usr', session.user_id),
  is_current: session.id === current,
  network: session.network,
  created_at: toTimestamp(session.created_at),
  last_used_at: toTimestamp(session.used_at),
  expires_at: toTimestamp(later(session.created_at, SESSION_MS)),
})

const settingsFields = {
  keys_may_sign_in: Type.Boolean({
    description: 'Whether the console lets API keys sign in. Programs are not concerned.',
  }),
  second_person_from: Type.Array(
    exact(
      {
        currency: currency('A payin currency.', 'USDC'),
        amount: decimal('The smallest payin total that needs a second person.', '5000.00'),
      },
      { title: 'SecondPersonBound', description: 'From when an order needs a second person.' },
    ),
    {
      maxItems: 50,
      description:
        'Orders from these amounts on are prepared by one person and approved by another. Other currencies need nobody.',
    },
  ),
  second_person_for_keys: Type.Boolean({
    description: 'Whether API keys may not make such orders either. Then a person prepares them.',
  }),
  second_admin: Type.Boolean({
    description:
      'Whether a second admin admits whoever used a link, and confirms changes of these settings.',
  }),
}

export const settingsChange = exact(
  {
    keys_may_sign_in: Type.Optional(settingsFields.keys_may_sign_in),
    second_person_from: Type.Optional(settingsFields.second_person_from),
    second_person_for_keys: Type.Optional(settingsFields.second_person_for_keys),
    second_admin: Type.Optional(settingsFields.second_admin),
  },
  { title: 'PeopleSettingsChange', description: 'What changes. The rest stays.' },
)

export const settingsSchema = exact(
  {
    ...settingsFields,
    waiting: nullable(
      exact(
        {
          change: settingsChange,
          asked_by: identifier('usr', 'The admin who asked for it.'),
          asked_at: timestamp('When.'),
          expires_at: timestamp('When it can be confirmed no longer.'),
        },
        { title: 'WaitingSettings', description: 'A change of the settings.' },
      ),
      'The change that a second admin confirms by sending it too. Null if none waits.',
    ),
  },
  { title: 'PeopleSettings', description: 'What the admin of the enterprise decides.' },
)

export function settingsView(
  { waiting, ...settings }: StoredSettings,
  now: Instant,
): Static<typeof settingsSchema> {
  const at = waiting === null ? undefined : parseTimestamp(waiting.at)
  const isOpen = at !== undefined && later(at, WAITS_MS) > now
  return {
    ...settingsFieldsView(settings),
    waiting:
      waiting === null || !isOpen
        ? null
        : {
            change: changeView(waiting.change),
            asked_by: publicId('usr', waiting.by),
            asked_at: toTimestamp(at),
            expires_at: toTimestamp(later(at, WAITS_MS)),
          },
  }
}

const boundsView = (bounds: Settings['bounds']) =>
  bounds.map((bound) => ({
    currency: bound.currency,
    amount: formatAmount(BigInt(bound.minor), bound.currency),
  }))

const changeView = (change: Partial<Settings>): Static<typeof settingsChange> => ({
  ...(change.keys_may_sign_in === undefined ? {} : { keys_may_sign_in: change.keys_may_sign_in }),
  ...(change.bounds === undefined ? {} : { second_person_from: boundsView(change.bounds) }),
  ...(change.bounds_cover_keys === undefined
    ? {}
    : { second_person_for_keys: change.bounds_cover_keys }),
  ...(change.second_admin === undefined ? {} : { second_admin: change.second_admin }),
})

export const settingsFieldsView = (settings: Settings) => ({
  keys_may_sign_in: settings.keys_may_sign_in,
  second_person_from: boundsView(settings.bounds),
  second_person_for_keys: settings.bounds_cover_keys,
  second_admin: settings.second_admin,
})

/** Throws for an amount that its currency does not have. */
export const settingsIn = (change: Static<typeof settingsChange>): Partial<Settings> => ({
  ...(change.keys_may_sign_in === undefined ? {} : { keys_may_sign_in: change.keys_may_sign_in }),
  ...(change.second_person_for_keys === undefined
    ? {}
    : { bounds_cover_keys: change.second_person_for_keys }),
  ...(change.second_admin === undefined ? {} : { second_admin: change.second_admin }),
  ...(change.second_person_from === undefined
    ? {}
    : { bounds: change.second_person_from.map(boundIn) }),
})

function boundIn({ currency: code, amount }: { currency: string; amount: string }, at: number) {
  const parsed = parseAmount(amount, code)
  if (parsed.ok) return { currency: code, minor: String(parsed.minor) }
  throw fieldFailure('invalid_request', [
    {
      pointer: `/second_person_from/${at}/amount`,
      code: 'invalid_value',
      message: `must be an amount of ${code} such as 5000.00`,
    },
  ])
}
