// Controls of the sandbox.
import type { CallOptions, Connection } from '../connection.ts'
import type { SandboxClock, Scenario, Schemas } from '../schemas.ts'

export const sandboxOf = (connection: Connection) => {
  const { api } = connection
  return {
    async scenarios(options?: CallOptions): Promise<Scenario[]> {
      const { body } = await connection.call(options, (carrier) =>
        api.GET('/v1/sandbox/scenarios', { ...carrier }),
      )
      return body.data
    },
    async clock(options?: CallOptions): Promise<SandboxClock> {
      const { body } = await connection.call(options, (carrier) =>
        api.GET('/v1/sandbox/clock', { ...carrier }),
      )
      return body.data
    },
    /** Not repeated after a lost answer. */
    async moveClock(body: Schemas['ClockMove'], options?: CallOptions): Promise<SandboxClock> {
      const { body: answer } = await connection.callOnce(options, (carrier) =>
        api.POST('/v1/sandbox/clock', { body, ...carrier }),
      )
      return answer.data
    },
  }
}
