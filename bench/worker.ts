// A deployment's worker, as a process of its own that works and pauses on request, so that deliveries can queue before
// it starts.
import { startService } from '../server/src/service/serve.ts'
import { startWorker, type Worker } from '../server/src/service/worker.ts'
import { serveCalls } from './children.ts'
import { benchConfig } from './settings.ts'

const [databaseUrl = '', dir = ''] = process.argv.slice(2)
const service = await startService(benchConfig(databaseUrl, dir, 'worker'), {
  http: false,
  worker: false,
})
let worker: Worker | undefined

serveCalls(
  {},
  async (question) => {
    await worker?.stop()
    worker = question['work'] === true ? startWorker(service.deps) : undefined
    return {}
  },
  async () => {
    await worker?.stop()
    await service.stop()
  },
)
