// Runs Corridor with the Node that npm ci installed. npm and npx find that Node by themselves, but a shell or a
// service manager may start the command with an older one. JavaScript that Node 20 runs.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const program = fileURLToPath(new URL('corridor.js', import.meta.url))

if (!existsSync(node) || realpathSync(node) === process.execPath) {
  process.stderr.write(
    `corridor: Corridor needs Node 22.18 or later, and this is Node ${process.versions.node}.\n` +
      'Run `npm ci` without --omit=optional: it installs a newer Node beside Corridor, which this command then uses.\n',
  )
  process.exitCode = 1
} else {
  const child = spawn(node, [...process.execArgv, program, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`corridor: ${node} does not start: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  })
}
