// The address of a service, as people and settings write it.
import { readClientSettings } from '@corridor/server/platform/config.ts'

/** Null: the service of this machine. A token or key must not travel over http to another machine. */
export function serviceUrl(text: string | null): string {
  const written = text ?? `http://127.0.0.1:${readClientSettings().port}`
  const url = URL.canParse(written) ? new URL(written) : undefined
  const isLocal = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal))
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  throw new Error(`${written} is no URL of a service: use https://…, or http://… for this machine`)
}
