// Mails the link of an invitation once, while the admin waits for the answer. Nothing of it is stored: neither the address nor the
// link, so there is no second attempt. The admin still has the link, and hands it over if the mail was not taken.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import type { Language } from '../../platform/languages.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createMailer } from '../../platform/outgoing/mail.ts'

export type InvitationDeps = {
  clock: Clock
  config: Pick<Config, 'mail'>
  log: Logger
  metrics: Pick<Metrics, 'notices'>
  deskName: () => Promise<string>
}

/** `BUSY`: too many mails are being sent. `OFF`: the desk sends no mails. */
export const mailResults = ['SENT', 'REFUSED', 'FAILED', 'BUSY', 'OFF'] as const
type MailResult = (typeof mailResults)[number]

type Invitation = {
  enterpriseId: Uuid<'ent'>
  personId: Uuid<'usr'>
  company: string
  login: string
  link: string
}

/** Mails that one process sends at once, and those of one enterprise among them. */
const PLACES = 8
const SHARE = 2
/** The admin waits no longer. */
const LONGEST_MS = 15_000

export type MailInvitation = (
  invitation: Invitation,
  mail: { address: string; language: Language },
) => Promise<MailResult>

/** Never throws: the person is invited already. */
export function openInvitations({
  clock,
  config,
  log,
  metrics,
  deskName,
}: InvitationDeps): MailInvitation {
  const mailer = config.mail === null ? null : createMailer(config.mail, LONGEST_MS)
  const busy: Uuid<'ent'>[] = []
  return async (invitation, { address, language }) => {
    const { enterpriseId, personId } = invitation
    if (mailer === null) return 'OFF'
    if (busy.length >= PLACES || busy.filter((id) => id === enterpriseId).length >= SHARE)
      return 'BUSY'
    busy.push(enterpriseId)
    try {
      const mail = words[language](await deskName(), invitation)
      const id = publicId('ntc', newUuid('ntc', clock.realNow()))
      const result = await mailer.send({ id, to: address, language, ...mail })
      metrics.notices.inc({ way: 'mail', outcome: result.outcome })
      if (result.outcome === 'sent') return 'SENT'
      const person = publicId('usr', personId)
      log.warn({ person, code: result.code }, 'the mail of an invitation was not taken')
      return result.outcome === 'refused' ? 'REFUSED' : 'FAILED'
    } catch (error) {
      log.error({ err: error }, 'the mail of an invitation failed')
      return 'FAILED'
    } finally {
      busy.splice(busy.indexOf(enterpriseId), 1)
    }
  }
}

const words: Record<
  Language,
  (desk: string, invitation: Invitation) => { subject: string; text: string }
> = {
  en: (desk, { company, login, link }) => ({
    subject: `${desk}: you are invited for ${company}`,
    text: lines([
      `${desk} invites you to its console for the company ${company}. Your login is ${login}.`,
      'Choose a password with this link. It works once, for a day:',
      link,
      'Whoever has the link can become this person. Do not forward this mail. If you did not expect it, delete it.',
    ]),
  }),
  es: (desk, { company, login, link }) => ({
    subject: `${desk}: le invitan por ${company}`,
    text: lines([
      `${desk} le invita a su consola por la empresa ${company}. Su usuario es ${login}.`,
      'Elija una contraseña con este enlace. Sirve una vez, por un día:',
      link,
      'Quien tenga el enlace puede volverse esta persona. No reenvíe este correo. Si no lo esperaba, bórrelo.',
    ]),
  }),
}

const lines = (all: readonly string[]): string => `${all.join('\n\n')}\n`
