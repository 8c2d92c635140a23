// The files of the console. Names of assets contain a hash of their content, so browsers keep them. Every other path is
// the one page. Its script shows the page of the path.
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { servedOnce } from '../../platform/http/served-once.ts'
import { failure } from '../../platform/errors.ts'
import { CONSOLE_FOLDER, isConsoleBuilt } from './folder.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const FOR_A_YEAR = 'public, max-age=31536000, immutable'
/** The build leaves it in the page. Each answer has another value, which no script can guess. */
const NONCE = '__NONCE__'

type Handler = ReturnType<typeof servedOnce>
let assets: ReadonlyMap<string, Handler> | undefined
let page: Promise<string> | undefined

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isConsoleBuilt())
    throw failure(
      'not_found',
      {},
      'The console was not built. Run `npm run build --workspace console` and restart Corridor.',
    )
  const [path = ''] = request.url.split('?', 1)
  assets ??= readAssets()
  const asset = assets.get(path)
  if (asset !== undefined) return asset(request, reply)
  if (extname(path) !== '') throw failure('not_found')
  return sendPage(reply)
}

function readAssets(): ReadonlyMap<string, Handler> {
  const names = readdirSync(join(CONSOLE_FOLDER, 'assets'))
  return new Map(
    names.flatMap((name) => {
      const type = TYPES[extname(name)]
      if (type === undefined) return []
      const file = join(CONSOLE_FOLDER, 'assets', name)
      const content = async () => ({
        type,
        bytes: await readFile(file),
        // The build writes it.
        brotli: names.includes(`${name}.br`) ? await readFile(`${file}.br`) : undefined,
        headers: { 'cache-control': FOR_A_YEAR },
      })
      return [[`/console/assets/${name}`, servedOnce(content)]]
    }),
  )
}

async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
  page ??= readFile(join(CONSOLE_FOLDER, 'index.html'), 'utf8')
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .headers({
      'content-security-policy': policyWith(nonce),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    })
    .type('text/html; charset=utf-8')
    .send((await page).replaceAll(NONCE, nonce))
}

// Nothing comes from another host, nothing is sent to one, and nothing frames the page. Scripts are files of this
// service. Mantine writes its theme into style elements, which carry the nonce.
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
