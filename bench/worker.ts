// The worker of a deployment, as a process of its own that works and pauses when it is told to, so that there
// can be something to deliver before it begins.
import { startService } from '../server/src/serve.ts'
import { startWorker, type Worker } from '../server/src/worker.ts'
import { answering } from './children.ts'
import { benchConfig } from './settings.ts'

const [databaseUrl = '', dir = ''] = process.argv.slice(2)
const service = await startService(benchConfig(databaseUrl, dir, 'worker'), {
  http: false,
  worker: false,
})
let worker: Worker | undefined

answering(
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
