// Signers whose key is in an HSM. The library of the HSM runs in a child process (pkcs11-process.ts), which is killed when
// it does not answer. A failure is an error of one signature: the caller tries again later.
import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { TokenAnswer, TokenRequest } from './pkcs11-process.ts'
import type { TokenKey } from './pkcs11-uri.ts'
import type { Signer } from './port.ts'

export type TokenProcess = {
  ask(request: Omit<TokenRequest, 'id' | 'modulePath'>): Promise<{
    publicKey: Uint8Array
    signature: Uint8Array
  }>
  close(): void
}

type Waiting = { resolve(answer: TokenAnswer): void; reject(error: Error): void }

/** HSMs on a network take up to a second. */
const ANSWER_MS = 10_000
const MOST_WAITING = 500

/**
 * PINs that a token refused, as hashes. They are never tried again: a few wrong PINs lock a token.
 */
const refusedPins = new Set<string>()

/** Starts the process with the first request, and again after it ended. */
export function openTokenProcess(modulePath: string, answerMs = ANSWER_MS): TokenProcess {
  let child: ChildProcess | undefined
  let lastId = 0
  let watchdog: NodeJS.Timeout | undefined
  const waiting = new Map<number, Waiting>()

  function end(reason: string): void {
    clearTimeout(watchdog)
    child?.kill('SIGKILL')
    child = undefined
    const all = [...waiting.values()]
    waiting.clear()
    for (const { reject } of all) reject(new Error(reason))
  }

  /** Answers come one after the other, so only the time since the last one counts. */
  function watch(): void {
    clearTimeout(watchdog)
    if (waiting.size > 0)
      watchdog = setTimeout(() => end(`the HSM did not answer within ${answerMs} ms`), answerMs)
  }

  function start(): ChildProcess {
    const started = fork(join(import.meta.dirname, 'pkcs11-process.ts'), [], {
      serialization: 'advanced',
      execArgv: [],
      // Libraries of HSMs print what they like.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('message', (answer: TokenAnswer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
      watch()
    })
    const ended = (how: unknown) => {
      if (child === started) end(`the process of the HSM's library ended (${String(how)})`)
    }
    started.on('error', () => ended('error'))
    started.on('exit', (status, signal) => ended(signal ?? status))
    started.unref()
    started.channel?.unref()
    return started
  }

  return {
    async ask(request) {
      const pinHash = createHash('sha256')
        .update(JSON.stringify([modulePath, request.token, request.pin]))
        .digest('hex')
      if (refusedPins.has(pinHash)) throw new Error(refusalOf(request.token))
      if (waiting.size >= MOST_WAITING) throw new Error('too many signatures wait for the HSM')
      const id = (lastId += 1)
      const process = (child ??= start())
      const answer = await new Promise<TokenAnswer>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        if (waiting.size === 1) watch()
        // If it cannot be sent, the process has just ended, and its end rejects all that wait.
        process.send({ ...request, id, modulePath }, () => undefined)
      })
      if (!('problem' in answer)) return answer
      if (!answer.isPinRefused) throw new Error(answer.problem)
      refusedPins.add(pinHash)
      throw new Error(refusalOf(request.token))
    },
    close: () => end('the signer is closed'),
  }
}

const refusalOf = (token: string) =>
  `the token ${token} refused the PIN, which is not tried again: correct it and restart the service`

/** Asks the token for the public key. Throws if the key cannot sign now. */
export async function tokenSigner(
  process: TokenProcess,
  { token, object }: Pick<TokenKey, 'token' | 'object'>,
  curve: Signer['curve'],
  pin: string,
): Promise<Signer> {
  const ask = (toSign: Uint8Array | null) => process.ask({ token, object, pin, curve, toSign })
  const { publicKey } = await ask(null)

  async function sign(message: Uint8Array | null): Promise<Uint8Array> {
    const answer = await ask(message)
    if (Buffer.compare(answer.publicKey, publicKey) !== 0)
      throw new Error(`the key ${object} on the token ${token} is another one than at the start`)
    return answer.signature
  }

  return {
    publicKey,
    curve,
    async sign(message) {
      if (curve === 'secp256k1' && message.length !== 32)
        throw new Error('a secp256k1 signer signs hashes of 32 bytes')
      return sign(message)
    },
    problem: () =>
      sign(null).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : 'the HSM failed'),
      ),
  }
}
