// Preloaded by Node into a process: prints the packages of node_modules that it has loaded when it exits.
import { registerHooks } from 'node:module'

/** @type {Set<string>} */
const packages = new Set()
registerHooks({
  load(url, context, nextLoad) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
    if (name !== undefined) packages.add(name)
    return nextLoad(url, context)
  },
})
process.on('exit', () => {
  for (const name of packages) process.stderr.write(`package ${name}\n`)
})
