// Exchanges files with an SFTP server whose host key is pinned. One connection is kept, and calls take turns on it.
import { createHash, randomUUID } from 'node:crypto'
import type SftpClient from 'ssh2-sftp-client'
import { withTimeout } from '../../../platform/timeout.ts'
import { FileTooLarge, type Exchange, type Place } from './exchange.ts'
import type { SftpSettings } from './settings.ts'

/** For each call. A worker's lease is 30 seconds. */
const TIMEOUT_MS = 8000
/** The most that servers send for one request. */
const READ_BYTES = 32_768

type Sftp = Awaited<ReturnType<SftpClient['connect']>>
type Connection = { client: SftpClient; sftp: Sftp }

/** One connection, which is opened again after a failure. Calls take turns on it. */
function openTurns(
  settings: SftpSettings,
  secret: (reference: string) => string,
  timeoutMs: number,
) {
  let connection: Promise<Connection> | undefined
  let lastTurn: Promise<unknown> = Promise.resolve()

  function inTurn<T>(use: (connected: Connection) => Promise<T>): Promise<T> {
    const turn = lastTurn.then(() => onConnection(use))
    lastTurn = turn.catch(() => undefined)
    return turn
  }

  function open(): Promise<Connection> {
    const opening = connect(settings, secret, timeoutMs, () => {
      if (connection === opening) connection = undefined
    })
    return opening
  }

  async function onConnection<T>(use: (connected: Connection) => Promise<T>): Promise<T> {
    connection ??= open()
    const opened = connection
    try {
      return await withTimeout(timeoutMs, opened.then(use))
    } catch (error) {
      // The state of the connection is unknown: the next call opens a new one.
      if (connection === opened) connection = undefined
      void opened.then(({ client }) => client.end()).catch(() => undefined)
      throw error
    }
  }

  return {
    inTurn,
    async close(): Promise<void> {
      const opened = connection
      connection = undefined
      await opened?.then(({ client }) => client.end()).catch(() => undefined)
    },
  }
}

export function sftpExchange(
  settings: SftpSettings,
  secret: (reference: string) => string,
  timeoutMs = TIMEOUT_MS,
): Exchange {
  const { inTurn, close } = openTurns(settings, secret, timeoutMs)
  let refusesToReplace = false
  const path = (place: Place, name: string) => `${settings[place].replace(/\/+$/, '')}/${name}`
  const isThere = async (client: SftpClient, place: Place, name: string): Promise<boolean> =>
    (await client.exists(path(place, name))) !== false

  return {
    list: (place) =>
      inTurn(async ({ client }) => {
        const listed = await client.list(settings[place])
        return listed
          .filter(({ type }) => type !== 'd' && type !== 'l')
          .map(({ name, size, modifyTime }) => ({ name, size, modifiedAt: modifyTime }))
      }),
    read: (place, name, maxBytes) =>
      inTurn(async ({ client, sftp }) => {
        if (!(await isThere(client, place, name))) return undefined
        return readUpTo(sftp, path(place, name), maxBytes)
      }),
    exists: (place, name) => inTurn(({ client }) => isThere(client, place, name)),
    create: (place, name, content) =>
      inTurn(async ({ client, sftp }) => {
        const bytes = Buffer.from(content)
        await writeNew(sftp, path(place, name), bytes)
        const { size } = await client.stat(path(place, name))
        if (size !== bytes.length)
          throw new Error(`the SFTP server stored ${size} of ${bytes.length} bytes of ${name}`)
      }),
    renameToNew: (from, to) =>
      inTurn(async (connected) => {
        const { client } = connected
        if (await isThere(client, 'work', to)) return false
        refusesToReplace ||= await refusesRename(connected, (file) => path('work', file))
        if (!refusesToReplace) throw new Error(REPLACES)
        try {
          await client.rename(path('work', from), path('work', to))
          return true
        } catch (error) {
          // The protocol has no status for an existing name.
          if (await isThere(client, 'work', to)) return false
          throw error
        }
      }),
    move: (from, to) =>
      inTurn(async ({ client }) => {
        try {
          await atomicRename(client, path(from.place, from.name), path(to.place, to.name))
          return true
        } catch (error) {
          if (!(await isThere(client, from.place, from.name))) return false
          throw error
        }
      }),
    remove: (name) =>
      inTurn(async ({ client }) => void (await client.delete(path('work', name), true))),
    close,
  }
}

const REPLACES =
  'the SFTP server replaces an existing file on rename, so two workers could send one payment twice; exchange through a folder'

// Some servers replace an existing file, against the protocol. On them two workers could both claim a payment.
async function refusesRename(
  { client, sftp }: Connection,
  path: (name: string) => string,
): Promise<boolean> {
  const [one, other] = [path(`${randomUUID()}.probe`), path(`${randomUUID()}.probe`)]
  await writeNew(sftp, one, Buffer.from('1'))
  await writeNew(sftp, other, Buffer.from('2'))
  const isRefused = await client.rename(one, other).then(
    () => false,
    () => true,
  )
  await client.delete(one, true)
  await client.delete(other, true)
  return isRefused
}

/** The answer of the server to one request. */
const answered = <T>(
  request: (done: (error: Error | null | undefined, answer: T) => void) => void,
) =>
  new Promise<T>((resolve, reject) => {
    request((error, answer) => (error ? reject(error) : resolve(answer)))
  })

// The streams of the library emit an error that nobody awaits if the connection ends while they close their file. It
// would end the process, so files are opened, read, written and closed by single requests.
async function withFile<T>(
  sftp: Sftp,
  path: string,
  flags: 'r' | 'wx',
  use: (handle: Buffer) => Promise<T>,
): Promise<T> {
  const handle = await answered<Buffer>((done) => sftp.open(path, flags, done))
  try {
    return await use(handle)
  } finally {
    await answered<void>((done) => sftp.close(handle, done)).catch(() => undefined)
  }
}

// `wx` is O_EXCL: the server refuses an existing name.
const writeNew = (sftp: Sftp, path: string, bytes: Buffer): Promise<void> =>
  withFile(sftp, path, 'wx', (handle) =>
    answered<void>((done) => sftp.write(handle, bytes, 0, bytes.length, 0, done)),
  )

const readUpTo = (sftp: Sftp, path: string, maxBytes: number): Promise<Buffer> =>
  withFile(sftp, path, 'r', async (handle) => {
    const parts: Buffer[] = []
    for (let length = 0; length <= maxBytes; ) {
      const part = Buffer.alloc(READ_BYTES)
      const count = await answered<number>((done) =>
        sftp.read(handle, part, 0, part.length, length, done),
      )
      if (count === 0) return Buffer.concat(parts)
      parts.push(part.subarray(0, count))
      length += count
    }
    throw new FileTooLarge(`more than ${maxBytes} bytes`)
  })

// The rename of the protocol is link and unlink in OpenSSH: a killed server could leave the file in both folders. The
// extension of OpenSSH renames at once. Other servers have only the rename of the protocol.
async function atomicRename(client: SftpClient, from: string, to: string): Promise<void> {
  try {
    await client.posixRename(from, to)
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('does not support')) throw error
    await client.rename(from, to)
  }
}

async function connect(
  settings: SftpSettings,
  secret: (reference: string) => string,
  timeoutMs: number,
  onClosed: () => void,
): Promise<Connection> {
  const { default: Client } = await import('ssh2-sftp-client')
  const client = new Client('corridor', { error: onClosed, end: onClosed, close: onClosed })
  const { host, port = 22, username, private_key, passphrase, password, host_keys } = settings
  let refusedKey: string | undefined
  try {
    const sftp = await client.connect({
      host,
      port,
      username,
      readyTimeout: timeoutMs,
      ...(private_key === undefined ? {} : { privateKey: secret(private_key) }),
      ...(passphrase === undefined ? {} : { passphrase: secret(passphrase) }),
      ...(password === undefined ? {} : { password: secret(password) }),
      hostVerifier: (key: Buffer) => {
        const fingerprint = fingerprintOf(key)
        const isPinned = host_keys.includes(fingerprint)
        if (!isPinned) refusedKey = fingerprint
        return isPinned
      },
    })
    // A server that breaks the protocol raises this event. Without a listener it would end the process.
    sftp.on('error', onClosed)
    return { client, sftp }
  } catch (error) {
    if (refusedKey === undefined) throw error
    throw new Error(
      `the SFTP server ${host} shows the host key ${refusedKey}, which is not in host_keys; ask the bank whether it changed its key`,
    )
  }
}

/** `ssh-keygen -lf` prints the same form. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`
