// The measured service, as a process of its own: the durable one, or the ceiling, which is the same without storage.
import { prepareSandbox } from '../server/src/service/sandbox/prepare.ts'
import { startService } from '../server/src/service/serve.ts'
import { serveCalls } from './children.ts'
import { benchConfig } from './settings.ts'
import { withoutStorage } from './without-storage.ts'

const [databaseUrl = '', dir = '', kind = ''] = process.argv.slice(2)
const readyMessage: Record<string, string> = {}
const service = await startService(
  benchConfig(databaseUrl, dir, kind),
  { http: true, worker: false },
  {
    onDatabase: async (deps) => {
      Object.assign(readyMessage, await (await prepareSandbox(deps)).publish(''))
    },
    ...(kind === 'ceiling' ? { replace: withoutStorage } : {}),
  },
)
serveCalls({ ...readyMessage, url: service.url }, async () => ({}), service.stop)
