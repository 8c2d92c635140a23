// The schemas of requests about webhook endpoints.
import Type from 'typebox'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { count, exact, identifier, instant, pathId } from '../../platform/http/schemas.ts'

export const url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'An https URL of a public address, without user name, password or fragment. A sandbox also accepts http to its own machine.',
  examples: ['https://example.com/webhooks/corridor'],
})
export const description = Type.String({
  maxLength: 200,
  pattern: inputPatterns.label.pattern,
  description: 'Your label.',
  examples: ['Back office'],
})
export const oneEvent = pathId('evt', 'One event, whatever its type.')
export const createdAfter = instant('Events later than this instant.', '2026-03-02T00:00:00Z')
export const createdBefore = instant('Events earlier than this instant.', '2026-03-03T00:00:00Z')

// The published schema. The route validates a looser one, so that the handler can name the wrong field.
export const redeliverySchema = Type.Unsafe({
  title: 'Redelivery',
  description: 'One event, or the events of a period.',
  oneOf: [
    exact(
      { event_id: oneEvent },
      { title: 'RedeliveryOfEvent', description: 'Sends one event again.' },
    ),
    exact(
      { created_after: createdAfter, created_before: createdBefore },
      { title: 'RedeliveryOfTime', description: 'Sends the events of a period again.' },
    ),
  ],
})

export const queuedTest = exact(
  { event_id: identifier('evt', 'The event that is sent.') },
  { title: 'QueuedTest', description: 'A test that was queued.' },
)
export const queuedEvents = exact(
  { queued: count('How many events are sent.', 1) },
  { title: 'QueuedEvents', description: 'Events that were queued.' },
)
