// Controls of the sandbox.
import type { CallOptions, Connection } from '../connection.ts'
import type { SandboxClock, Scenario, Schemas } from '../schemas.ts'

export const sandboxOf = (connection: Connection) => {
  const { api } = connection
  return {
    scenarios(options?: CallOptions): Promise<Scenario[]> {
      return connection.call(options, (carrier) => api.GET('/v1/sandbox/scenarios', { ...carrier }))
    },
    clock(options?: CallOptions): Promise<SandboxClock> {
      return connection.call(options, (carrier) => api.GET('/v1/sandbox/clock', { ...carrier }))
    },
    /** Not repeated after a lost answer. */
    moveClock(body: Schemas['ClockMove'], options?: CallOptions): Promise<SandboxClock> {
      return connection.callOnce(options, (carrier) =>
        api.POST('/v1/sandbox/clock', { body, ...carrier }),
      )
    },
  }
}
