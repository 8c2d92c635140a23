// What a release is made of, and by what.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/command.ts'

test('every action of the workflows is pinned to a commit', () => {
  const folder = join(root, '.github/workflows')
  const used = readdirSync(folder).flatMap(
    (name) => readFileSync(join(folder, name), 'utf8').match(/uses: .*/g) ?? [],
  )
  expect(used.length).toBeGreaterThan(3)
  expect(
    used.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/.test(line)),
  ).toEqual([])
})

test('the list of parts has every package, and marks those for development', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  type Part = { name: string; properties?: { name: string }[] }
  const { bomFormat, components }: { bomFormat: string; components: Part[] } = JSON.parse(text)
  expect(bomFormat).toBe('CycloneDX')
  const listed = new Set(components.map(({ name }) => name))
  const server: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'server/package.json'), 'utf8'),
  )
  const wanted = Object.keys(server.dependencies).filter((name) => !name.startsWith('@corridor/'))
  expect(wanted.filter((name) => !listed.has(name))).toEqual([])
  const vitest = components.find(({ name }) => name === 'vitest')
  expect(vitest?.properties?.map(({ name }) => name)).toContain('cdx:npm:package:development')
})
