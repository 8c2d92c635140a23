// Follows the stream of events until the reader or the person ends it. A service that is away for long ends the SDK's
// stream: it is opened again from the last event, so that nothing is missed.
import {
  CorridorConnectionError,
  CorridorError,
  type Corridor,
  type Event,
  type EventFilter,
} from '@corridor/sdk'

export async function followed(
  corridor: Corridor,
  organization: string,
  filter: EventFilter,
  take: (event: Event) => void | Promise<void>,
): Promise<void> {
  // `corridor events --follow | head` ends with head.
  process.stdout.on('error', () => process.exit(0))
  // A wrong key or address is told at once: the stream would try for a minute.
  await corridor.organizations.get(organization)
  let cursor = filter.cursor
  let state: 'never opened' | 'open' | 'lost' = 'never opened'
  const onOpen = (first: string): void => {
    cursor ??= first
    const isFirst = state === 'never opened'
    process.stderr.write(isFirst ? 'Connected. New events follow.\n' : 'Connected again.\n')
    state = 'open'
  }
  const onBreak = (): void => {
    if (state !== 'open') return
    process.stderr.write('The connection is lost. Trying again.\n')
    state = 'lost'
  }
  for (;;) {
    const from = cursor === undefined ? filter : { ...filter, cursor }
    try {
      const stream = corridor.events.stream(organization, from, { onOpen, onBreak })
      for await (const streamed of stream) {
        await take(streamed.event)
        ;({ cursor } = streamed)
      }
    } catch (error) {
      if (state === 'never opened' || !mayPass(error)) throw error
      onBreak()
    }
  }
}

/** An answer that is not Corridor's, or an event of another form, stays what it is. */
const mayPass = (error: unknown): boolean =>
  (error instanceof CorridorConnectionError &&
    (error.status === undefined || error.status >= 400)) ||
  (error instanceof CorridorError && (error.status === 429 || error.status >= 500))
