// The address of the console that a start prints. No browser makes passkeys at an address of numbers.
import { get } from 'node:http'

/** Longer than a busy machine needs to answer itself. Where nobody listens, the answer comes at once. */
const TIMEOUT_MS = 5000

/** The console at localhost if the service answers there, else at its own address. */
export async function consoleUrlOf(baseUrl: string): Promise<string> {
  const there = new URL('/console/', baseUrl)
  if (there.hostname !== '127.0.0.1' && there.hostname !== '[::1]') return there.href
  const named = new URL(there)
  named.hostname = 'localhost'
  return (await isAnswering(named)) ? named.href : there.href
}

/** Not by `fetch`, whose first call loads 5 MB that a sandbox may never use. */
async function isAnswering(url: URL): Promise<boolean> {
  const answer = Promise.withResolvers<boolean>()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  get(new URL('/healthz', url), { agent: false, signal }, (response) => {
    response.resume()
    answer.resolve(response.statusCode === 200)
  }).on('error', () => answer.resolve(false))
  return await answer.promise
}
