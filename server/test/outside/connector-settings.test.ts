// The settings of a connector in an operator file: each mistake gets its own reason, and no reason repeats a secret.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import {
  connectorProviderKind,
  connectorRailKind,
  connectorScreenerKind,
} from '../../src/outside/connectors/kinds.ts'
import { newSigningKey, privateKeyOf, publicKeyText } from '../../src/outside/connectors/keys.ts'
import { receiverOf } from '../../src/outside/connectors/receive.ts'
import { connectorUrlProblem } from '../../src/outside/connectors/settings.ts'
import { providerKinds } from '../../src/outside/liquidity/registry.ts'
import { railKinds } from '../../src/outside/rails/registry.ts'
import { screenerKinds } from '../../src/rules/screening/registry.ts'

const publicKey = publicKeyText(createPrivateKey(newSigningKey()))
const settings = {
  url: 'https://connector.example/base',
  signing_key: 'env:CONNECTOR_KEY',
  signing_key_id: 'corridor-1',
  public_keys: { 'connector-1': publicKey },
}
const rail = { ...settings, serves: [{ method: 'MXN_CLABE', currencies: ['MXN'] }] }

test('the kind connector is known to rails, providers and screeners, also in a live deployment', () => {
  expect(railKinds.get('connector')).toBe(connectorRailKind)
  expect(providerKinds.get('connector')).toBe(connectorProviderKind)
  expect(screenerKinds.get('connector')).toBe(connectorScreenerKind)
  expect([connectorRailKind.sandboxOnly, connectorProviderKind.sandboxOnly]).toEqual([false, false])
})

test('right settings are accepted', () => {
  expect(connectorProviderKind.settingsProblem(settings)).toBeUndefined()
  expect(connectorProviderKind.pairSettingsProblem({})).toBeUndefined()
  expect(connectorRailKind.settingsProblem(rail)).toBeUndefined()
  expect(connectorScreenerKind.settingsProblem(settings)).toBeUndefined()
  expect(connectorRailKind.served(rail)).toEqual(rail.serves)
  const full = {
    ...rail,
    timeout_seconds: 5,
    events_secret: 'file:/run/secrets/events',
    public_keys: { 'connector-1': publicKey, 'connector-2': publicKey },
    shared_accounts: {
      MXN_CLABE: { clabe: '646180000000000012', account_holder_name: 'Corridor Desk' },
    },
  }
  expect(connectorRailKind.settingsProblem(full)).toBeUndefined()
})

test.each<[string, object, string]>([
  ['no url', { url: undefined }, 'url is missing'],
  ['a key that is no setting', { ur: 'x' }, 'ur is not a setting of a connector'],
  ['plain http elsewhere', { url: 'http://connector.example' }, 'url must begin with https://'],
  ['the key itself', { signing_key: 'very secret' }, 'signing_key must be env:NAME or file:PATH'],
  ['the events secret itself', { events_secret: 'whsec_x' }, 'events_secret must be env:NAME'],
  ['a key id with a blank', { signing_key_id: 'a b' }, 'signing_key_id must be 1 to 60 letters'],
  ['no public key', { public_keys: {} }, 'public_keys must name 1 to 4 keys'],
  ['a short public key', { public_keys: { a: 'AAAA' } }, 'public_keys.a must be an ed25519 public'],
  ['a long timeout', { timeout_seconds: 30 }, 'timeout_seconds must be at most 12'],
])('settings with %s are refused', (_name, wrong, reason) => {
  const given = JSON.parse(JSON.stringify({ ...rail, ...wrong }))
  const problem = connectorRailKind.settingsProblem(given)
  expect(problem).toContain(reason)
  expect(problem).not.toContain('very secret')
  const { serves: _, ...ofProvider } = given
  expect(connectorProviderKind.settingsProblem(ofProvider)).toContain(reason)
})

test('a screener has no nudges, so it refuses the secret of them', () => {
  const problem = connectorScreenerKind.settingsProblem({ ...settings, events_secret: 'env:E' })
  expect(problem).toMatch(/^events_secret is not a setting of a connector; known settings here: /)
  expect(connectorScreenerKind.settingsProblem({ ...settings, url: 'ftp://a.example' })).toContain(
    'url must begin with https://',
  )
})

test.each<[string, object, string]>([
  ['no method', { serves: [] }, 'serves must not be empty'],
  [
    'an unknown method',
    { serves: [{ method: 'CASH', currencies: ['MXN'] }] },
    'serves.0.method must be one of',
  ],
  [
    'a currency of another method',
    { serves: [{ method: 'MXN_CLABE', currencies: ['COP'] }] },
    'serves: MXN_CLABE carries MXN, not COP',
  ],
  [
    'a shared account of another method',
    { shared_accounts: { IBAN: {} } },
    'shared_accounts.IBAN is for a method that is not in serves',
  ],
  [
    'a shared account with a wrong check digit',
    { shared_accounts: { MXN_CLABE: { clabe: '646180000000000010', account_holder_name: 'x' } } },
    'shared_accounts.MXN_CLABE.clabe must be a CLABE',
  ],
])('settings of a rail with %s are refused', (_name, wrong, reason) => {
  expect(connectorRailKind.settingsProblem({ ...rail, ...wrong })).toContain(reason)
})

describe('the url', () => {
  test.each([
    'https://connector.example',
    'https://connector.example:8443/base/',
    'http://127.0.0.1:8801',
    'http://127.9.9.9:8801',
    'http://[::1]:8801',
    'http://localhost:8801',
  ])('%s is accepted', (url) => expect(connectorUrlProblem(url)).toBeUndefined())

  test.each([
    'http://connector.example',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'ftp://127.0.0.1',
    'https://user:word@connector.example',
    'https://connector.example?key=1',
    'https://connector.example/#top',
    'connector.example',
    'https://',
  ])('%s is refused', (url) => expect(connectorUrlProblem(url)).toMatch(/^must /))
})

test('a secret of nudges that could be guessed is refused', () => {
  for (const secret of ['', 'whsec_', 'secret', 'whsec_c2hvcnQ=', `${'whsec_' + 'A'.repeat(44)} x`])
    expect(() => receiverOf(secret, systemClock)).toThrow('events_secret must be whsec_')
  const long = `whsec_${'A'.repeat(43)}=`
  for (const secret of [long, `${long} ${long}`])
    expect(() => receiverOf(secret, systemClock)).not.toThrow()
})

test('a signing key that cannot be used is refused without a word of it', () => {
  expect(() => privateKeyOf('very secret')).toThrow(
    'the signing key is not a private key in PEM form',
  )
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  expect(() => privateKeyOf(pem)).toThrow('the signing key must be an ed25519 key, not ec')
})
