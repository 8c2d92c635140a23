// The addresses of the console, as the files of its routers have them, and what to look at on each.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

const source = join(import.meta.dirname, '../../../console/src')
/** `customer`: below the organization. `operator`: below /console. */
type Who = 'customer' | 'operator'

export function routesOf(who: Who): string[] {
  const file = readFileSync(join(source, who, 'routes.tsx'), 'utf8')
  const paths = [...file.matchAll(/^ +path: '([^']+)',$/gm)].flatMap(([, path = '']) => path)
  if (who === 'customer') return paths.filter((path) => path !== '/$organization')
  // The frame of the pages has no page of its own.
  const pages = paths.filter((path) => path !== '/operator')
  return pages.map((path) => (path.startsWith('/operator/') ? path : `/operator${path}`))
}

/** An address, and the button or summary to open there first. */
export type Visit = { path: string; click?: string }

/**
 * Every route with its plain address, and with what `more` adds after it. A route with a parameter is only visited where
 * `more` says so, which it must. `more` names no route that does not exist.
 */
export function visits(
  prefix: string,
  routes: readonly string[],
  more: Readonly<Record<string, readonly (string | { at: string; click: string })[]>>,
): Visit[] {
  const unknown = Object.keys(more).filter((route) => !routes.includes(route))
  expect(unknown, 'routes that the console does not have').toEqual([])
  return routes.flatMap((route) => {
    const plain = route.includes('$') ? [] : ['']
    const all = [...plain, ...(more[route] ?? [])]
    expect(all, `what ${route} shows needs an address`).not.toEqual([])
    const start = route.includes('$') ? route.slice(0, route.indexOf('$')) : route
    const base = prefix + (start === '/' ? '' : start)
    return all.map((visit) =>
      typeof visit === 'string'
        ? { path: base + visit }
        : { path: base + visit.at, click: visit.click },
    )
  })
}
