// When the checkout is installed: the types and shapes that follow from the descriptions, and the console. Without the
// development dependencies the types and the console are left out, and `corridor serve` says so.
import { createRequire } from 'node:module'
import { build } from './build.js'

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

// A Node that cannot read TypeScript cannot run Corridor either: cli/newer-node.js finds one that can.
if (process.features.typescript) await import('../../sdk/build/generate.ts')
if (isInstalled('vite') && isInstalled('react')) await build()
else process.stdout.write('The console is not built: the development dependencies are missing.\n')
