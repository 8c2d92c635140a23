// An HSM of SoftHSM with a token of its own. CORRIDOR_TEST_PKCS11JS names a folder node_modules that has pkcs11js, which
// is not installed with the service.
import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MODULE = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
].find((path) => existsSync(path))
const LIBRARY = process.env['CORRIDOR_TEST_PKCS11JS']

/** Why tests with an HSM are skipped; undefined if they can run. */
export const noHsm =
  MODULE === undefined || spawnSync('softhsm2-util', ['--version']).status !== 0
    ? 'SoftHSM is not installed'
    : LIBRARY === undefined || !existsSync(join(LIBRARY, 'pkcs11js'))
      ? 'CORRIDOR_TEST_PKCS11JS names no folder with pkcs11js'
      : undefined

/** Why tests with the tool of OpenSC are skipped; undefined if they can run. */
export const noTool =
  spawnSync('pkcs11-tool', ['--help']).error === undefined ? undefined : 'OpenSC is not installed'

export const PIN = 'pin-of-the-test-4711'

export type Hsm = {
  modulePath: string
  keys: { secp256k1: KeyObject; ed25519: KeyObject }
  /** A reference to a key with the label of its curve. */
  uri(object: string, pinSource?: string): string
  /** Imports a key. Returns a reference whose PIN is in a file. */
  add(object: string, key: KeyObject): string
  /** Another token with the same labels, and other keys. */
  exchange(): void
  takeOut(): void
  putBack(): void
  remove(): void
}

/** Sets the environment of this process, which the process of the HSM's library inherits. */
export function createHsm(): Hsm {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-hsm-'))
  const tokens = join(folder, 'tokens')
  mkdirSync(tokens)
  const settings = join(folder, 'softhsm2.conf')
  writeFileSync(settings, `directories.tokendir = ${tokens}\nlog.level = ERROR\n`)
  process.env['SOFTHSM2_CONF'] = settings
  process.env['NODE_PATH'] = LIBRARY
  const util = (...args: string[]) => execFileSync('softhsm2-util', args, { stdio: 'pipe' })
  const initialize = () =>
    util('--init-token', '--free', '--label', 'desk', '--pin', PIN, '--so-pin', '5678')
  initialize()
  let lastId = 0

  function importKey(object: string, key: KeyObject): KeyObject {
    const file = join(folder, 'key.pem')
    writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem' }))
    const id = String((lastId += 1)).padStart(2, '0')
    const at = ['--token', 'desk', '--label', object, '--id', id, '--pin', PIN]
    util('--import', file, ...at)
    rmSync(file)
    return key
  }

  const importKeys = () => ({
    secp256k1: importKey(
      'secp256k1',
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey,
    ),
    ed25519: importKey('ed25519', generateKeyPairSync('ed25519').privateKey),
  })
  const uri = (object: string, pinSource = 'env:HSM_PIN') =>
    `pkcs11:token=desk;object=${object}?module-path=${MODULE}&pin-source=${pinSource}`

  return {
    modulePath: MODULE ?? '',
    keys: importKeys(),
    uri,
    add(object, key) {
      importKey(object, key)
      writeFileSync(join(folder, 'pin'), PIN)
      return uri(object, `file:${join(folder, 'pin')}`)
    },
    exchange() {
      util('--delete-token', '--token', 'desk')
      initialize()
      importKeys()
    },
    takeOut() {
      renameSync(tokens, `${tokens}-out`)
      mkdirSync(tokens)
    },
    putBack() {
      rmSync(tokens, { recursive: true })
      renameSync(`${tokens}-out`, tokens)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
