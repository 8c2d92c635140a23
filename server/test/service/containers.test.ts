// The image and the objects of a cluster fit each other, the published types of the cluster and the service that they start.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import type { Job } from 'kubernetes-types/batch/v1.d.ts'
import type { StatefulSet } from 'kubernetes-types/apps/v1.d.ts'
import type { Container } from 'kubernetes-types/core/v1.d.ts'
import { newSecrets, readConfig } from '../../src/platform/config.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'deploy/kubernetes')
const read = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'))
const image = readFileSync(join(root, 'operations/Containerfile'), 'utf8')

const OBJECTS = {
  'migrate.yaml': 'import("kubernetes-types/batch/v1.d.ts").Job',
  'serve.yaml': 'import("kubernetes-types/apps/v1.d.ts").StatefulSet',
  'service.yaml': 'import("kubernetes-types/core/v1.d.ts").Service',
  'disruption.yaml': 'import("kubernetes-types/policy/v1.d.ts").PodDisruptionBudget',
}
type Kustomization = {
  resources: string[]
  configMapGenerator: { name: string; literals: string[] }[]
}
const kustomization = read('kustomization.yaml') as Kustomization
const serve = read('serve.yaml') as StatefulSet
const migrate = read('migrate.yaml') as Job
const pod = serve.spec?.template.spec
const settings = Object.fromEntries(
  kustomization.configMapGenerator.flatMap(({ literals }) => literals.map((one) => one.split('='))),
)

type Claimed = readonly (readonly [type: string, value: unknown])[]

/** What the compiler says of values that should have these types. Names that a type does not know are errors. */
function problemsOf(claimed: Claimed): string {
  const place = mkdtempSync(join(root, 'node_modules/.kubernetes-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const file = join(place, 'objects.ts')
  const lines = claimed.map(
    ([type, value], at) => `export const object${at}: ${type} = ${JSON.stringify(value, null, 1)}`,
  )
  writeFileSync(file, lines.join('\n'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const words = [compiler, '--noEmit', '--strict', '--ignoreConfig', file]
  return spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout
}

test('the objects have the published types of the cluster, and no others are applied', () => {
  expect(problemsOf(Object.entries(OBJECTS).map(([name, type]) => [type, read(name)]))).toBe('')
  expect(kustomization.resources.toSorted()).toEqual(Object.keys(OBJECTS).toSorted())
})

test('control: a misspelled name and a text for a number are found', () => {
  const type = OBJECTS['service.yaml']
  const found = problemsOf([
    [type, { spec: { port: [] } }],
    [type, { spec: { ports: [{ port: '80' }] } }],
  ])
  expect(found).toMatch(/"port"' does not exist in type 'ServiceSpec'/)
  expect(found).toMatch(/'string' is not assignable to type 'number'/)
})

test('the service reads the settings of the cluster, and only the migration has the login of the owner', () => {
  const names = ['CORRIDOR_ENVIRONMENT', 'CORRIDOR_PUBLIC_URL', 'CORRIDOR_DRAIN_DELAY_MS']
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(names))
  const secret = {
    DATABASE_URL: 'postgres://corridor_app@db/corridor',
    CORRIDOR_SECRETS: newSecrets(),
  }
  expect(readConfig({ ...settings, ...secret })).toMatchObject({
    environment: 'live',
    trustProxy: ['uniquelocal'],
  })
  const secretsOf = (container: Container | undefined) =>
    container?.envFrom?.flatMap(({ secretRef }) => secretRef?.name ?? [])
  expect(secretsOf(pod?.containers[0])).toEqual(['corridor'])
  expect(secretsOf(migrate.spec?.template.spec?.containers[0])).toEqual([
    'corridor',
    'corridor-owner',
  ])
})

test('a pod asks and is ended as the service allows, under the login of the image', () => {
  const [container] = pod?.containers ?? []
  // docs/operating.md, Stopping: the delay, 10 seconds for requests, 25 for a step of the worker.
  const neededS = Number(settings['CORRIDOR_DRAIN_DELAY_MS']) / 1000 + 35
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(neededS)
  // The pod is taken out of the service before it closes.
  const { periodSeconds = 0, failureThreshold = 0 } = container?.readinessProbe ?? {}
  expect(Number(settings['CORRIDOR_DRAIN_DELAY_MS'])).toBeGreaterThan(
    periodSeconds * failureThreshold * 1000,
  )
  const [, user = ''] = /^USER (\d+):\d+$/m.exec(image) ?? []
  const [, port = ''] = /^EXPOSE (\d+)$/m.exec(image) ?? []
  const [, data = ''] = /^VOLUME (\S+)$/m.exec(image) ?? []
  for (const one of [pod, migrate.spec?.template.spec]) {
    expect(one?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) })
    expect(one?.containers[0]?.securityContext?.readOnlyRootFilesystem).toBe(true)
    const mounts = one?.containers[0]?.volumeMounts?.map(({ mountPath }) => mountPath)
    expect(mounts).toEqual([data, '/tmp'])
  }
  expect(container?.ports).toEqual([{ name: 'http', containerPort: Number(port) }])
})

test('the image runs as a login without rights, gets the signals and holds no secret', () => {
  expect(image).toMatch(/^USER 1000:1000$/m)
  expect(image).toMatch(/^ENTRYPOINT \["corridor"\]$/m)
  expect(image).not.toMatch(/CORRIDOR_SECRETS|DATABASE_URL/)
})
