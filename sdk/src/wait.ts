// Waits until an order has a status. The stream of events only wakes: the order itself is read after each event, after
// each new connection, and now and then. So no event is missed, whether it came before or during the wait, and a stream
// that cannot be opened only makes the wait slower.
import { after, monotonicMs, sleep } from './clock.ts'
import type { Connection } from './connection.ts'
import { OrderEndedError, OrderTimeoutError } from './errors.ts'
import { mayPass, messagesOf, streamDelayMs } from './event-stream.ts'
import { linkedTo } from './linked.ts'
import { canReach, meaningOf } from './order-status.ts'
import { aboveZero } from './retry.ts'
import type { Order, OrderStatus } from './schemas.ts'

export type WaitOptions = {
  /** One of these is enough. By default STEP_4_COMPLETED. A status that the order has left again counts too. */
  until?: OrderStatus | readonly OrderStatus[] | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds. Without it the wait ends when the order does. */
  timeout?: number | undefined
  /** Called with the order when it was first read, and whenever it was read with another status. */
  onStatus?: ((order: Order) => void) | undefined
}

const POLL_BESIDE_STREAM_MS = 15_000
const FIRST_POLL_MS = 500
const LONGEST_POLL_MS = 5000
/** A service that fails for this long ends the wait. */
const LONGEST_OUTAGE_MS = 300_000

export async function waitForOrder(
  connection: Connection,
  read: (signal: AbortSignal) => Promise<Order>,
  organization: string,
  orderId: string,
  { until = 'STEP_4_COMPLETED', signal, timeout, onStatus }: WaitOptions = {},
): Promise<Order> {
  const wanted = typeof until === 'string' ? [until] : until
  if (timeout !== undefined) aboveZero('timeout', timeout)
  signal?.throwIfAborted()
  const { controller: stop, unlink } = linkedTo(signal)
  const cancel = timeout === undefined ? undefined : after(timeout, () => stop.abort())
  const bell = openBell()
  void wakeOnEvents(connection, organization, orderId, bell, stop.signal)

  let order: Order | undefined
  let failure: unknown
  let answeredMs = monotonicMs()
  try {
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 1.5)) {
      try {
        const before = order?.status.current_status
        order = await read(stop.signal)
        answeredMs = monotonicMs()
        failure = undefined
        if (order.status.current_status !== before) onStatus?.(order)
        if (hasReached(order, wanted)) return order
        const status = order.status.current_status
        if (!canReach(status, wanted)) throw new OrderEndedError(order, meaningOf(status))
      } catch (error) {
        if (!mayPass(error) || monotonicMs() - answeredMs > LONGEST_OUTAGE_MS) throw error
        failure = error
      }
      const quiet = bell.connected() && failure === undefined
      await bell.rungWithin(quiet ? POLL_BESIDE_STREAM_MS : pollMs, stop.signal)
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (stop.signal.aborted) throw new OrderTimeoutError(orderId, order, timeout ?? 0, failure)
    throw error
  } finally {
    cancel?.()
    unlink()
    stop.abort()
  }
}

const hasReached = ({ status }: Order, wanted: readonly OrderStatus[]): boolean =>
  wanted.includes(status.current_status) ||
  status.status_history.some((entry) => wanted.includes(entry.status))

type Bell = ReturnType<typeof openBell>

/** Remembers that it was rung until somebody waits. */
function openBell() {
  let rung = false
  let connected = false
  let awake: (() => void) | undefined
  return {
    connected: () => connected,
    ring(nowConnected: boolean): void {
      connected = nowConnected
      rung = true
      awake?.()
    },
    async rungWithin(ms: number, signal: AbortSignal): Promise<void> {
      const { controller: waiting, unlink } = linkedTo(signal)
      awake = () => waiting.abort()
      if (!rung) await sleep(ms, waiting.signal).catch(() => undefined)
      unlink()
      rung = false
      awake = undefined
      signal.throwIfAborted()
    },
  }
}

/** Rings after each message of the stream, and makes a broken stream again. Never rejects. */
async function wakeOnEvents(
  connection: Connection,
  organization: string,
  orderId: string,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const { controller: stop, unlink } = linkedTo(signal)
    try {
      for await (const _message of messagesOf(
        connection,
        organization,
        { order_id: orderId },
        stop,
      )) {
        failures = 0
        bell.ring(true)
      }
    } catch (failure) {
      // Reading the order says what is wrong, if it is wrong there too.
      if (!mayPass(failure)) return
      failures += 1
    } finally {
      unlink()
    }
    if (bell.connected()) bell.ring(false)
    await sleep(streamDelayMs(failures), signal).catch(() => undefined)
  }
}
