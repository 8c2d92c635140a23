// The addresses of the console, as the files of its routers have them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../../console/src')
/** `customer`: below the organization. `operator`: below /console. */
export type Who = 'customer' | 'operator'

export function routesOf(who: Who): string[] {
  const file = readFileSync(join(source, who, 'routes.tsx'), 'utf8')
  const paths = [...file.matchAll(/^ +path: '([^']+)',$/gm)].flatMap(([, path = '']) => path)
  if (who === 'customer') return paths.filter((path) => path !== '/$organization')
  // The frame of the pages has no page of its own.
  const pages = paths.filter((path) => path !== '/operator')
  return pages.map((path) => (path.startsWith('/operator/') ? path : `/operator${path}`))
}
