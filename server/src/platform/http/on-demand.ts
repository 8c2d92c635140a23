// A second application on the same server, opened by the first request for it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { App } from './api-type.ts'
import { apiPathOf, originForm } from './console-path.ts'
import type { SecondApp } from './server.ts'

type OnDemand = SecondApp & { open(): Promise<App>; close(): Promise<void> }

/** It answers the paths that begin with `prefix`. `build` returns an application that is ready. */
export function openOnDemand(prefix: string, log: Logger, build: () => Promise<App>): OnDemand {
  let opening: Promise<App> | undefined
  const open = () => (opening ??= build())

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const app = await open()
      app.routing(request, response)
    } catch (error) {
      // The next request tries again.
      opening = undefined
      log.error({ err: error, prefix }, 'the application cannot be opened')
      request.destroy()
    }
  }

  return {
    open,
    takes: ({ url = '/' }) => apiPathOf(originForm(url)).startsWith(prefix),
    answer: (request, response) => void answer(request, response),
    close: async () => {
      await (await opening)?.close()
    },
  }
}
