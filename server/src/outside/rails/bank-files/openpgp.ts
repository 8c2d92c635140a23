// Signs and encrypts files for the bank, and decrypts and verifies its files, with OpenPGP. The library is loaded only for
// a rail that asks for it. Its keys are read once: open the rail again after a change.
import type { Key, PrivateKey } from 'openpgp'
import { instantAt, later, toTimestamp, type Clock, type Instant } from '../../../platform/clock.ts'
import { thrownMessage } from '../../../platform/thrown.ts'
import { MAX_FILE_BYTES, UnreadableFile } from './read-xml.ts'
import type { OpenPgpSettings } from './settings.ts'
import { railProblem, railProblemThrown, type RailProblem } from '../../rail-problems.ts'

export type Envelope = {
  /** Added to the names of our files. */
  suffix: string
  seal(xml: string): Promise<string | Uint8Array>
  /** The message in a file of the bank. Throws UnreadableFile. */
  open(bytes: Uint8Array): Promise<Uint8Array>
  problems(): Promise<readonly RailProblem[]>
}

export const noEnvelope: Envelope = {
  suffix: '',
  seal: async (xml) => xml,
  open: async (bytes) => bytes,
  problems: async () => [],
}

/** A new key of a bank takes weeks. */
const WARN_MS = 30 * 86_400_000
/** A message for many recipients costs a private operation for each. */
const MOST_RECIPIENTS = 20

type Keys = {
  encrypt_to: Key[]
  sign_with: PrivateKey[]
  decrypt_with: PrivateKey[]
  verify_with: Key[]
}

export function openPgp(
  settings: OpenPgpSettings,
  secret: (reference: string) => string,
  clock: Pick<Clock, 'realNow'>,
): Envelope {
  const { armor = false, accept_plain: acceptsPlain = false } = settings
  const hasOwn = settings.encrypt_to !== undefined || settings.sign_with !== undefined
  const isOpened = settings.decrypt_with !== undefined || settings.verify_with !== undefined
  const date = () => new Date(clock.realNow())
  let loaded: Promise<Keys> | undefined
  const keys = (): Promise<Keys> => {
    const loading = (loaded ??= load(settings, secret))
    loading.catch(() => (loaded = loaded === loading ? undefined : loaded))
    return loading
  }

  return {
    suffix: hasOwn ? (settings.suffix ?? (armor ? '.asc' : '.pgp')) : '',
    async seal(xml) {
      if (!hasOwn) return xml
      const { createMessage, encrypt, sign } = await import('openpgp')
      const { encrypt_to: encryptionKeys, sign_with: signingKeys } = await keys()
      const message = await createMessage({ binary: Buffer.from(xml) })
      if (encryptionKeys.length === 0)
        return armor
          ? sign({ message, signingKeys, date: date() })
          : sign({ message, signingKeys, date: date(), format: 'binary' })
      const options = { message, encryptionKeys, signingKeys, date: date() }
      return armor ? encrypt(options) : encrypt({ ...options, format: 'binary' })
    },
    async open(bytes) {
      if (!isOpened) return bytes
      if (isPlain(bytes)) {
        if (acceptsPlain) return bytes
        throw new UnreadableFile('not encrypted or signed, as the settings openpgp ask')
      }
      const { decrypt, readMessage, verify } = await import('openpgp')
      const { decrypt_with: decryptionKeys, verify_with: verificationKeys } = await keys()
      const config = { maxDecompressedMessageSize: MAX_FILE_BYTES }
      const expectSigned = verificationKeys.length > 0
      try {
        const message = isArmored(bytes)
          ? await readMessage({ armoredMessage: Buffer.from(bytes).toString('latin1'), config })
          : await readMessage({ binaryMessage: bytes, config })
        if (message.getEncryptionKeyIDs().length > MOST_RECIPIENTS)
          throw new Error(`more than ${MOST_RECIPIENTS} recipients`)
        const options = { message, verificationKeys, expectSigned, date: date(), config }
        const { data } =
          decryptionKeys.length > 0
            ? await decrypt({ ...options, decryptionKeys, format: 'binary' })
            : await verify({ ...options, format: 'binary' })
        return data
      } catch (error) {
        throw new UnreadableFile(`cannot be decrypted or verified (${thrownMessage(error)})`)
      }
    },
    async problems() {
      const present = await keys().catch((error: unknown) => [
        railProblemThrown('pgp_unusable', error),
      ])
      if (Array.isArray(present)) return present
      const now = clock.realNow()
      const found = [
        ...present.encrypt_to.map((key) => problemOf('encrypt_to', key, now)),
        ...present.sign_with.map((key) => problemOf('sign_with', key, now)),
      ]
      return (await Promise.all(found)).flatMap((problem) => problem ?? [])
    },
  }
}

async function load(
  { encrypt_to, sign_with, decrypt_with, verify_with, passphrase }: OpenPgpSettings,
  secret: (reference: string) => string,
): Promise<Keys> {
  const { decryptKey, readKey, readPrivateKey } = await import('openpgp')
  const allOf = async <K>(
    name: string,
    reference: string | undefined,
    read: (armoredKey: string) => Promise<K>,
  ): Promise<K[]> => {
    if (reference === undefined) return []
    try {
      const blocks = secret(reference).match(ARMORED_KEY) ?? []
      if (blocks.length === 0) throw new Error('there is no armored OpenPGP key')
      return await Promise.all(blocks.map(read))
    } catch (error) {
      throw new Error(`openpgp.${name} cannot be used: ${thrownMessage(error)}`, { cause: error })
    }
  }
  const readPublic = async (armoredKey: string) => (await readKey({ armoredKey })).toPublic()
  const readPrivate = async (armoredKey: string) => {
    const privateKey = await readPrivateKey({ armoredKey })
    return privateKey.isDecrypted() || passphrase === undefined
      ? privateKey
      : decryptKey({ privateKey, passphrase: secret(passphrase) })
  }
  return {
    encrypt_to: await allOf('encrypt_to', encrypt_to, readPublic),
    sign_with: await allOf('sign_with', sign_with, readPrivate),
    decrypt_with: await allOf('decrypt_with', decrypt_with, readPrivate),
    verify_with: await allOf('verify_with', verify_with, readPublic),
  }
}

/** Keys of a bank stand one after another while it changes them. */
const ARMORED_KEY =
  /-----BEGIN PGP (PUBLIC|PRIVATE) KEY BLOCK-----[^]*?-----END PGP \1 KEY BLOCK-----/g

async function problemOf(
  name: 'encrypt_to' | 'sign_with',
  key: Key,
  now: Instant,
): Promise<RailProblem | undefined> {
  const shown = `openpgp.${name} (key ${key.getKeyID().toHex()})`
  try {
    const date = new Date(now)
    const used =
      name === 'sign_with'
        ? await key.getSigningKey(undefined, date)
        : await key.getEncryptionKey(undefined, date)
    const ends = await Promise.all([key.getExpirationTime(), used.getExpirationTime()])
    const endsAt = Math.min(...ends.map((end) => (end instanceof Date ? end.getTime() : Infinity)))
    if (endsAt >= later(now, WARN_MS)) return undefined
    const date10 = toTimestamp(instantAt(endsAt)).slice(0, 10)
    return railProblem('pgp_key_ends', { key: shown, date: date10 })
  } catch (error) {
    return railProblem('pgp_key_unusable', { key: shown, reason: thrownMessage(error) })
  }
}

const BLANKS: ReadonlySet<number> = new Set(Buffer.from('\uFEFF \t\r\n'))
const isPlain = (bytes: Uint8Array): boolean =>
  bytes.find((byte) => !BLANKS.has(byte)) === '<'.charCodeAt(0)
const isArmored = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 200)).toString('latin1').trimStart().startsWith('-----BEGIN PGP')
