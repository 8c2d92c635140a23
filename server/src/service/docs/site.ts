// Puts pages, navigation, files and the search together. endpoints.ts imports it with the first requested page.
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { exampleIds } from '../sandbox/example-ids.ts'
import type { Values } from './code-blocks.ts'
import { documentOf, homeOf, missingOf, type Frame, type Titles } from './layout.ts'
import { pages, PICTURES, type Page } from './pages.ts'
import { renderPage } from './render-page.ts'
import { entriesOf, operationsOf, type Entry } from './search-entries.ts'

export type SiteDeps = { db: Pool; config: Config; publicUrl(): string }

export type Site = {
  home(): Promise<string>
  missing(): Promise<string>
  document(page: Page): Promise<string>
  searchEntries(description: unknown): Promise<Entry[]>
  asset(name: string): Promise<Asset>
  picture(name: string): Promise<Buffer>
}
type Asset = { bytes: Buffer; address: string }

export function siteOf(deps: SiteDeps): Site {
  const { environment } = deps.config
  const frame = async (): Promise<Frame> => ({
    styles: (await assetOf('docs.css')).address,
    script: (await assetOf('docs.js')).address,
    environment,
  })
  return {
    home: async () => homeOf(await titlesOf(), await frame()),
    missing: async () => missingOf(await titlesOf(), await frame()),
    async document(page) {
      const rendered = await renderPage(page, await valuesOf(deps))
      return documentOf(page.name, rendered, await titlesOf(), await frame())
    },
    async searchEntries(description) {
      const values = await valuesOf(deps)
      const entries: Entry[] = []
      for (const page of pages) entries.push(...entriesOf(page, await renderPage(page, values)))
      return [...entries, ...operationsOf(description)]
    },
    asset: assetOf,
    picture: (name) => readFile(join(PICTURES, name)),
  }
}

async function valuesOf(deps: SiteDeps): Promise<Values> {
  const isSandbox = deps.config.environment === 'sandbox'
  return {
    baseUrl: deps.publicUrl(),
    isSandbox,
    ids: isSandbox ? await exampleIds(deps.db) : {},
  }
}

/** The address changes with the content, so that browsers may keep the file. */
async function assetOf(name: string): Promise<Asset> {
  const bytes = await readFile(join(import.meta.dirname, 'assets', name))
  const version = hash('sha256', bytes, 'base64url').slice(0, 12)
  return { bytes, address: `/docs/assets/${name}?v=${version}` }
}

async function titlesOf(): Promise<Titles> {
  const titles = pages.map(async ({ name, source }): Promise<[string, string]> => {
    const [first = ''] = (await readFile(source, 'utf8')).split('\n', 1)
    return [name, first.replace(/^# /, '')]
  })
  return new Map(await Promise.all(titles))
}
