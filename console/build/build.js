// Builds the console into console/dist. A service that runs meanwhile goes on serving: each file is replaced at once.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export async function build() {
  const { build: bundle } = await import('vite')
  const root = join(import.meta.dirname, '..')
  const dist = join(root, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  const made = mkdtempSync(join(dist, '.new-'))
  try {
    const options = { outDir: made, emptyOutDir: true }
    const configFile = join(root, 'vite.config.js')
    await bundle({ root, configFile, logLevel: 'warn', build: options })
    const names = readdirSync(join(made, 'assets'))
    for (const name of names) renameSync(join(made, 'assets', name), join(dist, 'assets', name))
    renameSync(join(made, 'index.html'), join(dist, 'index.html'))
    for (const name of readdirSync(join(dist, 'assets')))
      if (!names.includes(name)) rmSync(join(dist, 'assets', name), { force: true })
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}
