// Orders: paying one in the sandbox, and waiting for one.
import type { CallOptions, Connection } from '../connection.ts'
import { CorridorError } from '../errors.ts'
import { ordersOperations } from '../operations.ts'
import type { Order, Schemas } from '../schemas.ts'
import { waitForOrder, type WaitOptions } from '../wait.ts'

export const ordersOf = (connection: Connection) => {
  const calls = ordersOperations(connection)
  return {
    ...calls,
    /**
     * Pays the order, in the sandbox. A repetition after a lost answer finds the order funded and returns it.
     */
    async simulateDemoFunding(
      organization: string,
      order: string,
      body: Schemas['SimulatedFunding'] = {},
      options?: CallOptions,
    ): Promise<Order> {
      try {
        return await connection.call(options, (carrier) =>
          connection.api.POST(
            '/v1/organizations/{organization_id}/orders/{order_id}/simulate-demo-funding',
            {
              params: { path: { organization_id: organization, order_id: order } },
              body,
              ...carrier,
            },
          ),
        )
      } catch (error) {
        const repeated = error instanceof CorridorError && error.attempts > 1
        if (!repeated || error.code !== 'order_not_awaiting_funding') throw error
        const funded = await calls.get(organization, order, options)
        const history = funded.status.status_history.map(({ status }) => status)
        if (!history.includes('STEP_2_FILLING_FX')) throw error
        return funded
      }
    },
    /**
     * Resolves with the order once it has a status of `until`, by default STEP_4_COMPLETED. Rejects with
     * OrderEndedError once it can no longer have one, with OrderTimeoutError after `timeout`, and with the signal's reason.
     */
    waitFor(organization: string, order: string, options?: WaitOptions): Promise<Order> {
      return waitForOrder(
        connection,
        (signal) => calls.get(organization, order, { signal }),
        organization,
        order,
        options,
      )
    },
  }
}
