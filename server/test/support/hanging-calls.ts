// A program that asks two connectors: very many look-ups at one whose answers never end, and some at one that answers. It
// prints how much memory it used while all of them waited.
import { systemClock } from '../../src/platform/clock.ts'
import { openConnectorRail } from '../../src/outside/connectors/rail.ts'

const [hanging = '', honest = '', calls = '0'] = process.argv.slice(2)
const open = (text: string) => {
  const { secret, ...settings } = JSON.parse(text)
  const world = { clock: systemClock, environment: 'sandbox', secret: () => secret } as const
  return openConnectorRail('bank', settings, world)
}
const [slow, other] = [open(hanging), open(honest)]
const rss = () => process.memoryUsage().rss
const before = rss()
let most = before
const measuring = setInterval(() => void (most = Math.max(most, rss())), 20)

const failed: Record<string, number> = {}
const waiting = Array.from({ length: Number.parseInt(calls, 10) }, (_, place) =>
  slow.lookUp(`ord_${place}:payout:1`, '').catch((error: unknown) => {
    const message = error instanceof Error ? error.message : ''
    failed[message] = (failed[message] ?? 0) + 1
  }),
)
const others = { answered: 0, failed: 0 }
let isDone = false
void Promise.all(waiting).then(() => void (isDone = true))
while (!isDone || others.answered + others.failed < 5) {
  const found = await other.lookUp('ord_other:payout:1', '').catch(() => undefined)
  others[found?.state === 'unknown' ? 'answered' : 'failed'] += 1
  await new Promise((resolve) => setTimeout(resolve, 50))
}
clearInterval(measuring)
process.stdout.write(
  `${JSON.stringify({ failed, others, grownMb: Math.round((most - before) / 1e6) })}\n`,
)
await slow.close?.()
await other.close?.()
