#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=16 --heap-growing-percent=100
// Starts Corridor. The young generation has room for the orders that a worker has in flight, which a smaller one copies
// again and again, and nearly fits into the caches of a processor. Of the old as much may gather as is alive before it
// is collected, where V8 itself lets up to three times as much. One arena for what is not V8's: its threads need
// little, and each would keep an arena of its own. JavaScript, since a first file in TypeScript loads the compiler, 9
// MB, even where every file is in the cache of compiled code, which is only asked for here. See docs/performance.md.
import module from 'node:module'

// Older versions of Node neither run TypeScript nor have this cache.
if (module.enableCompileCache !== undefined && process.features.typescript) {
  module.enableCompileCache()
  await import('./program.ts')
} else {
  await import('./newer-node.js')
}
