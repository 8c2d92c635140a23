// The program of the process that holds the session with an HSM. The company's library runs only here: when it hangs or
// crashes, the service goes on. Requests come one after the other from pkcs11.ts.
import { createRequire } from 'node:module'
import type { Signer } from './port.ts'
import { thrownCode } from '../../platform/thrown.ts'

export type TokenRequest = {
  id: number
  modulePath: string
  token: string
  object: string
  pin: string
  curve: Signer['curve']
  /** Null asks for the public key alone. */
  toSign: Uint8Array | null
}

export type TokenAnswer =
  | { id: number; publicKey: Uint8Array; signature: Uint8Array }
  | { id: number; problem: string; isPinRefused: boolean }

type Handle = Buffer
type Template = { type: number; value?: number | string }[]

/** The functions of pkcs11js that are used here. Its types are not installed with the service. */
type Pkcs11 = {
  load(path: string): void
  C_Initialize(): void
  C_Finalize(): void
  C_GetSlotList(isTokenPresent: boolean): Handle[]
  C_GetTokenInfo(slot: Handle): { label: string; flags: number }
  C_OpenSession(slot: Handle, flags: number): Handle
  C_Login(session: Handle, user: number, pin: string): void
  C_FindObjectsInit(session: Handle, template: Template): void
  C_FindObjects(session: Handle, most: number): Handle[]
  C_FindObjectsFinal(session: Handle): void
  C_GetAttributeValue(session: Handle, object: Handle, template: Template): { value: Buffer }[]
  C_SignInit(session: Handle, mechanism: { mechanism: number }, key: Handle): void
  C_Sign(session: Handle, data: Buffer, output: Buffer): Buffer
}

// Numbers of PKCS#11 3.0.
const SERIAL_SESSION = 4
const USER = 1
const [CLASS, LABEL, EC_PARAMS, EC_POINT] = [0x0, 0x3, 0x180, 0x181]
const [PUBLIC_KEY, PRIVATE_KEY] = [2, 3]
const ALREADY_LOGGED_IN = 0x100
const PIN_INCORRECT = 0xa0
/** One more wrong PIN locks the token, or it is locked. */
const LAST_TRY_OR_LOCKED = 0x20000 | 0x40000

// Ed25519 has two names: the object identifier of RFC 8410, and the text of older tokens.
const CURVES = {
  secp256k1: { mechanism: 0x1041, parameters: ['06052b8104000a'], size: 65 },
  ed25519: {
    mechanism: 0x1057,
    parameters: ['06032b6570', '130c656477617264733235353139'],
    size: 32,
  },
}

let library: Pkcs11 | undefined
const sessions = new Map<string, Handle>()

process.on('message', (request: TokenRequest) => {
  process.send?.(answerTo(request))
})
// The service ends this process, also after a signal to the whole group.
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

function answerTo(request: TokenRequest): TokenAnswer {
  const isUsed = sessions.has(request.token)
  try {
    return perform(request)
  } catch (error) {
    reset()
    // The token may have been taken out and put back since. To sign twice does no harm.
    if (isUsed) return answerTo(request)
    return {
      id: request.id,
      problem: problemOf(error),
      isPinRefused: thrownCode(error) === PIN_INCORRECT,
    }
  }
}

function perform(request: TokenRequest): TokenAnswer {
  const { id, object, toSign } = request
  const curve = CURVES[request.curve]
  const pkcs11 = (library ??= load(request.modulePath))
  const session = sessions.get(request.token) ?? logIn(pkcs11, request)
  const publicObject = findOne(pkcs11, session, PUBLIC_KEY, object)
  const [parameters, point] = pkcs11
    .C_GetAttributeValue(session, publicObject, [{ type: EC_PARAMS }, { type: EC_POINT }])
    .map(({ value }) => value)
  if (!curve.parameters.includes(parameters?.toString('hex') ?? ''))
    throw new Error(`the key ${object} is not a key on ${request.curve}`)
  // Some tokens wrap the point in an octet string, others do not.
  const publicKey = point?.subarray(-curve.size)
  if (publicKey?.length !== curve.size) throw new Error(`the public key ${object} is too short`)
  const privateObject = findOne(pkcs11, session, PRIVATE_KEY, object)
  if (toSign === null) return { id, publicKey, signature: new Uint8Array() }
  pkcs11.C_SignInit(session, { mechanism: curve.mechanism }, privateObject)
  const signature = pkcs11.C_Sign(session, Buffer.from(toSign), Buffer.alloc(64))
  return { id, publicKey, signature }
}

function load(modulePath: string): Pkcs11 {
  const { PKCS11 }: { PKCS11: new () => Pkcs11 } = createRequire(import.meta.url)('pkcs11js')
  const loaded = new PKCS11()
  loaded.load(modulePath)
  loaded.C_Initialize()
  return loaded
}

function logIn(pkcs11: Pkcs11, { token, pin }: TokenRequest): Handle {
  const slots = pkcs11
    .C_GetSlotList(true)
    .map((slot) => ({ slot, ...pkcs11.C_GetTokenInfo(slot) }))
    .filter(({ label }) => label.replaceAll('\0', '').trimEnd() === token)
  const [found, another] = slots
  if (found === undefined) throw new Error(`the token ${token} is not there`)
  if (another !== undefined) throw new Error(`${slots.length} tokens have the label ${token}`)
  if ((found.flags & LAST_TRY_OR_LOCKED) !== 0)
    throw new Error(
      `the token ${token} is locked, or the next wrong PIN locks it: log in to it by hand`,
    )
  const session = pkcs11.C_OpenSession(found.slot, SERIAL_SESSION)
  try {
    pkcs11.C_Login(session, USER, pin)
  } catch (error) {
    if (thrownCode(error) !== ALREADY_LOGGED_IN) throw error
  }
  sessions.set(token, session)
  return session
}

function findOne(pkcs11: Pkcs11, session: Handle, type: number, label: string): Handle {
  pkcs11.C_FindObjectsInit(session, [
    { type: CLASS, value: type },
    { type: LABEL, value: label },
  ])
  const found = pkcs11.C_FindObjects(session, 2)
  pkcs11.C_FindObjectsFinal(session)
  const kind = type === PUBLIC_KEY ? 'public key' : 'private key'
  const [object] = found
  if (object === undefined) throw new Error(`the token has no ${kind} ${label}`)
  if (found.length > 1) throw new Error(`the token has several objects ${kind} ${label}`)
  return object
}

/** The next request begins anew with the library, its sessions and its list of tokens. */
function reset(): void {
  sessions.clear()
  try {
    library?.C_Finalize()
  } catch {
    // The library is in no state to end.
  }
  library = undefined
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the PKCS#11 library failed'
  if (thrownCode(error) === 'MODULE_NOT_FOUND')
    return 'the package pkcs11js is not installed: see docs/custody.md'
  // The first line names the code of PKCS#11. Those after it are a stack.
  const [first = ''] = error.message.split('\n')
  return first.startsWith('CKR_') ? `the HSM answered ${first}` : first
}
