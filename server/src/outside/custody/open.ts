// Opens the keys that the settings of a rail refer to: secrets with the key itself, or keys in an HSM.
import { ed25519SignerOf, secp256k1SignerOf } from './local.ts'
import { openTokenProcess, tokenSigner, type TokenProcess } from './pkcs11.ts'
import { isTokenKey, readTokenKey } from './pkcs11-uri.ts'
import type { Signer } from './port.ts'
import { railProblem, type RailProblem } from '../rail-problems.ts'

export type Custody = {
  /** `setting` is named in errors. The reference is no secret. */
  open(setting: string, reference: string): Promise<Signer>
  /** The reasons why keys cannot sign now. */
  problems(): Promise<readonly RailProblem[]>
  close(): Promise<void>
}

const signerOf = { secp256k1: secp256k1SignerOf, ed25519: ed25519SignerOf }

export function openCustody(
  curve: Signer['curve'],
  secret: (reference: string) => string,
): Custody {
  const processes = new Map<string, TokenProcess>()
  const opened: { setting: string; signer: Signer }[] = []

  async function signerFrom(reference: string): Promise<Signer> {
    if (!isTokenKey(reference)) return signerOf[curve](secret(reference))
    const key = readTokenKey(reference)
    const process = processes.get(key.modulePath) ?? openTokenProcess(key.modulePath)
    processes.set(key.modulePath, process)
    return tokenSigner(process, key, curve, secret(key.pinSource))
  }

  return {
    async open(setting, reference) {
      try {
        const signer = await signerFrom(reference)
        opened.push({ setting, signer })
        return signer
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'it cannot be read'
        throw new Error(`${setting} (${reference}): ${reason}`)
      }
    },
    async problems() {
      const found = await Promise.all(
        opened.map(async ({ setting, signer }) => {
          const problem = await signer.problem?.()
          return problem === undefined
            ? []
            : [railProblem('key_unusable', { setting, reason: problem })]
        }),
      )
      return found.flat()
    },
    async close() {
      for (const process of processes.values()) process.close()
    },
  }
}
