// Keys in an HSM: they sign as keys in memory do, and an HSM that fails is an error of one signature.
import { execFileSync } from 'node:child_process'
import { verify, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256, recoverAddress } from 'viem/utils'
import { afterAll, describe, expect, test } from 'vitest'
import { openCustody } from '../../src/outside/custody/open.ts'
import { openTokenProcess, tokenSigner } from '../../src/outside/custody/pkcs11.ts'
import { keyReferenceProblem } from '../../src/outside/custody/pkcs11-uri.ts'
import { accountOf, signHash } from '../../src/outside/rails/evm/signing.ts'
import { root } from '../support/command.ts'
import { createHsm, noHsm, noTool, PIN } from '../support/hsm.ts'
import { problemsOf } from '../support/rails.ts'

const good = 'pkcs11:token=the%20desk;object=payer?module-path=/lib/hsm.so&pin-source=file:/pin'

test('a reference to a key in an HSM is checked when it is configured, and never shown', () => {
  expect(keyReferenceProblem(good)).toBeUndefined()
  expect(keyReferenceProblem('env:KEY')).toBeUndefined()
  const wrong: [string, string][] = [
    ['hunter2', 'never be the key itself'],
    ['pkcs11:', 'must have the attribute token'],
    [good.replace('token=the%20desk;', ''), 'must have the attribute token'],
    [good.replace('object=payer', 'object='), 'must have the attribute object'],
    [good.replace('/lib/hsm.so', 'hsm.so'), 'needs an absolute module-path'],
    [good.replace('file:/pin', 'hunter2'), 'must have a pin-source of the form'],
    [`${good}&pin-value=hunter2`, 'must have pin-source instead of pin-value'],
    [`${good}&hunter2=1`, 'has an unknown attribute'],
    [good.replace('%20', '%hunter2'), 'has a % that is not followed'],
  ]
  for (const [reference, problem] of wrong) {
    expect(keyReferenceProblem(reference)).toContain(problem)
    expect(keyReferenceProblem(reference)).not.toContain('hunter2')
  }
})

describe.skipIf(noHsm !== undefined)(
  `with SoftHSM${noHsm === undefined ? '' : `: ${noHsm}`}`,
  () => {
    const hsm = noHsm === undefined ? createHsm() : undefined
    if (hsm === undefined) return
    const secret = (reference: string) => (reference === 'env:HSM_PIN' ? PIN : 'wrong-4711')
    const processes = [openTokenProcess(hsm.modulePath)]
    const [shared] = processes
    afterAll(() => {
      for (const process of processes) process.close()
      hsm.remove()
    })

    const childOf = () =>
      execFileSync('pgrep', ['-P', String(process.pid), '-f', 'pkcs11-process'], {
        encoding: 'utf8',
      })
        .trim()
        .split('\n')
        .map(Number)

    test('an EVM account whose key is in the HSM signs for its address, whatever half s is in', async () => {
      const custody = openCustody('secp256k1', secret)
      const account = accountOf(await custody.open('payer', hsm.uri('secp256k1')))
      const { x = '', y = '' } = hsm.keys.secp256k1.export({ format: 'jwk' })
      const point = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
      expect(Buffer.from(account.signer.publicKey).subarray(1)).toEqual(point)
      const hashes = Array.from({ length: 12 }, (_, at) => keccak256(`0x${at.toString(16)}0`))
      for (const hash of hashes) {
        const { r, s, yParity } = await signHash(account, hash)
        expect(BigInt(s) < 2n ** 255n).toBe(true)
        const signer = await recoverAddress({ hash, signature: { r, s, yParity } })
        expect(signer.toLowerCase()).toBe(account.address)
      }
      await expect(account.signer.sign(new Uint8Array(31))).rejects.toThrow('32 bytes')
      expect(await problemsOf(custody)).toEqual([])
      await custody.close()
    })

    test('an Ed25519 key in the HSM signs, also many messages at once', async () => {
      const custody = openCustody('ed25519', secret)
      const signer = await custody.open('payer', hsm.uri('ed25519'))
      const messages = Array.from({ length: 40 }, (_, at) => Buffer.from(`pay ${at}`))
      const signatures = await Promise.all(messages.map((message) => signer.sign(message)))
      const publicKey = createPublicKey(hsm.keys.ed25519)
      for (const [at, message] of messages.entries())
        expect(verify(null, message, publicKey, signatures[at] ?? Buffer.alloc(0))).toBe(true)
      await custody.close()
    })

    test('a wrong key, curve or library is named, without the PIN', async () => {
      const problem = (curve: 'ed25519' | 'secp256k1', reference: string) => {
        const custody = openCustody(curve, secret)
        return custody
          .open('payer', reference)
          .then(
            () => 'opened',
            (error: unknown) => String(error),
          )
          .finally(custody.close)
      }
      expect(await problem('ed25519', hsm.uri('nothing'))).toContain(
        'the token has no public key nothing',
      )
      expect(await problem('ed25519', hsm.uri('secp256k1'))).toContain('is not a key on ed25519')
      expect(await problem('ed25519', hsm.uri('x').replace('token=desk', 'token=other'))).toContain(
        'the token other is not there',
      )
      const missing = hsm.uri('ed25519').replace('module-path=', 'module-path=/nowhere')
      const said = await problem('ed25519', missing)
      expect(said).toMatch(/^Error: payer \(pkcs11:/)
      expect(said).not.toContain(PIN)
    })

    test('a refused PIN is tried once, so that it does not lock the token', async () => {
      const wrongPin = hsm.uri('ed25519', 'file:/wrong')
      for (const _ of [1, 2]) {
        const custody = openCustody('ed25519', secret)
        const opening = custody.open('payer', wrongPin)
        await expect(opening).rejects.toThrow('refused the PIN, which is not tried again')
        await custody.close()
      }
    })

    test('an HSM that hangs is an error, and signs again when it answers', async () => {
      const slow = openTokenProcess(hsm.modulePath, 5_000)
      processes.push(slow)
      const known = new Set(childOfOrNone())
      // The first answer may take longer than that on a busy machine: asked again.
      const signer = await untilDone(() =>
        tokenSigner(slow, { token: 'desk', object: 'ed25519' }, 'ed25519', PIN),
      )
      const child = childOf().find((pid) => !known.has(pid)) ?? 0
      process.kill(child, 'SIGSTOP')
      await expect(signer.sign(Buffer.from('pay'))).rejects.toThrow('did not answer within 5000 ms')
      await untilDone(() => signer.sign(Buffer.from('pay')))
    })

    test('a library that crashes takes no other process with it', async () => {
      const signer = await tokenSigner(
        shared ?? openTokenProcess(hsm.modulePath),
        { token: 'desk', object: 'ed25519' },
        'ed25519',
        PIN,
      )
      for (const pid of childOf()) process.kill(pid, 'SIGSEGV')
      await signer.sign(Buffer.from('pay')).catch(() => undefined)
      await untilDone(() => signer.sign(Buffer.from('pay')))
    })

    test('a token that was taken out is a problem of its rail until it is back, with the same key', async () => {
      const custody = openCustody('ed25519', secret)
      const signer = await custody.open('fee_payer', hsm.uri('ed25519'))
      hsm.takeOut()
      for (const pid of childOf()) process.kill(pid, 'SIGKILL')
      await expect
        .poll(() => problemsOf(custody))
        .toEqual(['fee_payer: the token desk is not there'])
      await expect(signer.sign(Buffer.from('pay'))).rejects.toThrow('the token desk is not there')
      hsm.putBack()
      expect(await problemsOf(custody)).toEqual([])
      expect(await signer.sign(Buffer.from('pay'))).toHaveLength(64)
      await custody.close()
    })

    test('a key that was exchanged on the token signs nothing', async () => {
      const custody = openCustody('ed25519', secret)
      const signer = await custody.open('payer', hsm.uri('ed25519'))
      hsm.exchange()
      for (const pid of childOf()) process.kill(pid, 'SIGKILL')
      await expect
        .poll(() => problemsOf(custody))
        .toEqual([expect.stringContaining('is another one than')])
      await expect(signer.sign(Buffer.from('pay'))).rejects.toThrow('is another one than')
      await custody.close()
    })

    test.skipIf(noTool !== undefined)(
      `the commands of docs/custody.md make keys that sign${noTool === undefined ? '' : ` (skipped: ${noTool})`}`,
      async () => {
        const page = readFileSync(join(root, 'docs/custody.md'), 'utf8')
        const [, commands = ''] = /```sh\n( *softhsm2-util --init-token[^`]*)```/.exec(page) ?? []
        // The tools would ask for the PINs.
        const script = commands
          .replace('--label desk', `--label desk --pin ${PIN} --so-pin 5678`)
          .replaceAll('--login', `--login --pin ${PIN}`)
          .replace(/MODULE=.*/, `MODULE=${hsm.modulePath}`)
        hsm.takeOut()
        execFileSync('sh', ['-ec', script], { stdio: 'pipe' })
        for (const [curve, object] of [
          ['secp256k1', 'base-payer'],
          ['ed25519', 'solana-payer'],
        ] as const) {
          const custody = openCustody(curve, secret)
          const signer = await custody.open('payer', hsm.uri(object))
          expect(await signer.sign(new Uint8Array(32))).toHaveLength(64)
          await custody.close()
        }
        hsm.putBack()
      },
    )

    function childOfOrNone(): number[] {
      try {
        return childOf()
      } catch {
        return []
      }
    }

    async function untilDone<T>(work: () => Promise<T>): Promise<T> {
      let result: T | undefined
      await expect
        .poll(
          async () => {
            result = await work()
            return result
          },
          { timeout: 60_000 },
        )
        .toBeDefined()
      if (result === undefined) throw new Error('not done')
      return result
    }
  },
)
