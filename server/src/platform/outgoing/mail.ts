// Sends one mail to one address, for notices and invitations. Every wait is bounded: a silent server holds a place for a minute at
// most. Nodemailer is loaded with the first mail.
import { isIP } from 'node:net'
import { isLoopback } from './addresses.ts'

type Mail = { id: string; to: string; subject: string; text: string; language: string }

/** `refused`: for good. `failed`: it is worth another attempt. `code` is for the log and has no address. */
export type MailOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; code: string }

export type Mailer = { send(mail: Mail): Promise<MailOutcome>; close(): void }

const WAIT_MS = 10_000

/** `longestMs` bounds a mail also for a server that answers one byte after another. */
export function createMailer(
  { url, from }: { url: string; from: string },
  longestMs: number,
): Mailer {
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')
  const open = openTransport(url)
  const stops = new Set<() => void>()
  return {
    async send({ id, to, subject, text, language }) {
      const transport = await open()
      let end: () => void = () => undefined
      const late = new Promise<MailOutcome>((resolve) => {
        const timer = setTimeout(() => resolve({ outcome: 'failed', code: 'timeout' }), longestMs)
        end = () => {
          clearTimeout(timer)
          resolve({ outcome: 'failed', code: 'stopped' })
        }
        stops.add(end)
      })
      const sent = transport
        .sendMail({
          from,
          // An address, so that a name in it is never parsed as several.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { 'auto-submitted': 'auto-generated', 'content-language': language },
        })
        .then((): MailOutcome => ({ outcome: 'sent' }), outcomeOf)
      return Promise.race([sent, late]).finally(() => {
        end()
        stops.delete(end)
      })
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** Passwords and mails go over TLS, except to this machine. */
function openTransport(url: string) {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  const isHere = host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
  return async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      requireTLS: !isHere,
      ignoreTLS: isHere,
      connectionTimeout: WAIT_MS,
      greetingTimeout: WAIT_MS,
      socketTimeout: 2 * WAIT_MS,
      dnsTimeout: WAIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
}

/** A permanent answer about the recipient or the mail. A wrong password of the desk is none of its readers. */
function outcomeOf(error: unknown): MailOutcome {
  const facts: { code?: unknown; responseCode?: unknown } =
    typeof error === 'object' && error !== null ? error : {}
  const { code, responseCode } = facts
  const name = typeof code === 'string' ? code : 'unknown'
  const answer = typeof responseCode === 'number' ? responseCode : 0
  const isOfMail = name === 'EENVELOPE' || name === 'EMESSAGE'
  const isForGood = isOfMail && answer >= 500 && answer < 600
  return {
    outcome: isForGood ? 'refused' : 'failed',
    code: answer === 0 ? name : `${name} ${answer}`,
  }
}
