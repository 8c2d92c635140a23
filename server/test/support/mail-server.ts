// A mail server on loopback that keeps what it took, refuses some, hangs, fails, or takes a mail and breaks off before it says so.
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export type Taken = { to: string; id: string; subject: string; text: string }

type Mood = 'takes' | 'hangs' | 'fails' | 'breaks off'

export type MailServer = Awaited<ReturnType<typeof openMailServer>>

export async function openMailServer() {
  const taken: Taken[] = []
  const refused: string[] = []
  let mood: Mood = 'takes'
  let asked = 0
  let hanging: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    disableReverseLookup: true,
    onMailFrom(_address, _session, done) {
      asked += 1
      if (mood === 'hangs') return void hanging.push(done)
      if (mood === 'fails')
        return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
      return done()
    },
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('gone')) return done()
      refused.push(address)
      return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const [to] = session.envelope.rcptTo
        taken.push({ to: to?.address ?? '', ...read(Buffer.concat(chunks).toString('utf8')) })
        if (mood === 'breaks off') return void server.close()
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    refused,
    asked: () => asked,
    is(next: Mood) {
      mood = next
    },
    /** Answers the mails that hang. */
    answer() {
      for (const done of hanging) done()
      hanging = []
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function read(mail: string): Omit<Taken, 'to'> {
  const at = mail.indexOf('\r\n\r\n')
  const head = mail.slice(0, at).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const body = mail.slice(at + 4)
  const encoding = header('content-transfer-encoding').toLowerCase()
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? unquoted(body)
        : body
  return { id: header('message-id'), subject: header('subject'), text }
}

const unquoted = (body: string): string =>
  Buffer.from(
    body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString('utf8')
