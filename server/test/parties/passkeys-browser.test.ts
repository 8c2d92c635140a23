// Passkeys in a real browser, whose virtual authenticator makes and signs as a telephone or a laptop does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteOf } from '../../src/parties/users/passkeys.ts'
import { chromium, openPage, type Page } from '../support/browser.ts'
import { codeOf, newPerson, standingClock, type SessionJson } from '../support/desk.ts'
import { eventually } from '../support/until.ts'
import { testService, type TestService } from '../support/service.ts'

const create = (options: object) =>
  `navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) }).then((made) => made.toJSON())`
const get = (options: object) =>
  `navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)}) }).then((signed) => signed.toJSON())`

describe.skipIf(chromium === undefined)('with Chromium', () => {
  const clock = standingClock()
  let corridor: TestService
  let page: Page
  beforeAll(async () => {
    corridor = await testService({ clock })
    const { origin } = siteOf(corridor.deps.publicUrl())
    page = await openPage(chromium ?? '', `${origin}/operator/openapi.json`)
    await page.send('WebAuthn.enable')
    await page.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await eventually('the page is open', async () =>
      page.evaluate<boolean>(`document.readyState === 'complete' && origin === '${origin}'`),
    )
  })
  afterAll(async () => {
    await page.close()
    await corridor.close()
  })

  test('a user adds a passkey and signs in with it, without naming a login', async () => {
    const person = await newPerson({ corridor, clock }, 'ben', 'operator')
    const code = await codeOf(person.secret, clock.realNow())
    const { data: creation } = await person.act<object>('POST', '/passkeys/options', { code })
    const credential = await page.evaluate<object>(create(creation))
    const added = await person.act('POST', '/passkeys', { name: 'laptop', credential })
    expect(added.status).toBe(201)
    const anonymous = { key: null }
    const begun = await corridor.post<object>('/operator/v1/sign-in/passkey/options', {}, anonymous)
    const signed = await page.evaluate(get(begun.data))
    const { status, data } = await corridor.post<SessionJson>(
      '/operator/v1/sign-in/passkey',
      signed,
      anonymous,
    )
    expect(status).toBe(200)
    expect(data.user.login).toBe('ben')
    const { data: second } = await person.act<object>('POST', '/passkeys/options', {
      code: await nextCode(person.secret),
    })
    await expect(page.evaluate(create(second))).rejects.toThrow(/InvalidStateError/)
  })

  const nextCode = (secret: string) => {
    clock.advanceReal(60_000)
    return codeOf(secret, clock.realNow())
  }
})
