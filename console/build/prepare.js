// Builds the console when the checkout is installed. Without the development dependencies it is left out, and
// `corridor serve` says so.
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

if (isInstalled('vite') && isInstalled('react')) await build()
else process.stdout.write('The console is not built: the development dependencies are missing.\n')
