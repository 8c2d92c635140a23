// Builds the console into console/dist.
import { join } from 'node:path'

export async function build() {
  const { build: bundle } = await import('vite')
  const root = join(import.meta.dirname, '..')
  await bundle({ root, configFile: join(root, 'vite.config.js'), logLevel: 'warn' })
}
