// Listens on the address of the settings, or on the socket that a service manager such as systemd keeps open.
import { once } from 'node:events'
import type { App } from './api-type.ts'

/** Returns the address for clients on this machine. */
export async function listen(
  app: App,
  { host, port, listenFd }: { host: string; port: number; listenFd: number | null },
): Promise<string> {
  if (listenFd === null) return (await app.listen({ host, port })).replace('//[::1]', '//localhost')
  await app.ready()
  app.server.listen({ fd: listenFd })
  await once(app.server, 'listening')
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string')
    throw new Error('the socket of the service manager is no TCP port: give ListenStream a port')
  const name = ['0.0.0.0', '::', '::1'].includes(bound.address) ? 'localhost' : bound.address
  return `http://${name.includes(':') ? `[${name}]` : name}:${bound.port}`
}
