// Waits for an order, and tells its statuses on the standard error meanwhile.
import { OrderTimeoutError, type Corridor, type Order } from '@corridor/sdk'
import { textIn, type Given } from '../client/rows.ts'
import { WaitedTooLong } from './refused.ts'
import { chosen, wholeNumber } from './show.ts'
import { orderStatuses } from './words.ts'

const ENDS = ['STEP_4_COMPLETED'] as const
const INTERRUPTED = 130
const SECOND_MS = 1000

export async function waited(
  corridor: Corridor,
  organization: string,
  id: string,
  options: Given['options'],
): Promise<Order> {
  const until = chosen(orderStatuses, textIn(options, 'until'))
  const timeout =
    options['timeout'] === undefined
      ? undefined
      : wholeNumber(options['timeout'], '--timeout', 0) * SECOND_MS
  const progress = openProgress(options['quiet'] === true)
  const interrupt = (): void => {
    progress.end()
    process.stderr.write(`${id} goes on: wait again with \`corridor orders wait ${id}\`.\n`)
    process.exit(INTERRUPTED)
  }
  process.once('SIGINT', interrupt)
  try {
    return await corridor.orders.waitFor(organization, id, {
      until: until === undefined ? ENDS : [until],
      timeout,
      onStatus: progress.tell,
    })
  } catch (error) {
    if (!(error instanceof OrderTimeoutError)) throw error
    const status = error.order?.status.current_status
    throw new WaitedTooLong(
      `${id} ${status === undefined ? 'was not read in time' : `is ${status}`}, and the time of --timeout has passed. The order goes on: wait again with \`corridor orders wait ${id}\`.`,
      { cause: error },
    )
  } finally {
    progress.end()
    process.off('SIGINT', interrupt)
  }
}

/** Each status is a line. At a terminal the last line counts the seconds. */
function openProgress(isQuiet: boolean) {
  const isTerminal = process.stderr.isTTY && !isQuiet
  let told = 0
  let seconds = 0
  const erase = (): void => void (isTerminal && process.stderr.write('\r\u001b[K'))
  const timer = isTerminal
    ? setInterval(() => {
        seconds += 1
        process.stderr.write(`\r\u001b[K  waiting, ${seconds} s`)
      }, SECOND_MS)
    : undefined
  return {
    tell({ status: { status_history: history } }: Order): void {
      if (isQuiet) return
      erase()
      for (const one of history.slice(told))
        process.stderr.write(`${one.created_at}  ${one.status}\n`)
      told = history.length
    },
    end(): void {
      clearInterval(timer)
      erase()
    },
  }
}
