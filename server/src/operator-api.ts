// Builds the operator API: its description, its checks and its endpoints.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { auditEndpoints } from './audit/endpoints.ts'
import type { Deps } from './deps.ts'
import { operatorDocs } from './docs/endpoints.ts'
import type { App } from './http/api-type.ts'
import { refuseOtherMethods, rememberMethods } from './http/methods.ts'
import { operatorOrderEndpoints } from './orders/operator-endpoints.ts'
import { operatorKeyEndpoints, userEndpoints } from './users/endpoints.ts'
import { guardOperators } from './users/guard.ts'
import { signInEndpoints } from './users/sign-in-endpoints.ts'

/** Call it before the customers' description is begun, which would contain these operations otherwise. */
export async function operatorApi(app: App, deps: Deps): Promise<void> {
  await app.register(async (operators) => {
    await operatorDocs(operators)
    await operators.register(
      async (scope) => {
        guardOperators(scope, deps)
        const api = scope.withTypeProvider<TypeBoxTypeProvider>()
        const allowed = rememberMethods(api)
        signInEndpoints(api, deps)
        userEndpoints(api, deps)
        operatorKeyEndpoints(api, deps)
        operatorOrderEndpoints(api, deps)
        auditEndpoints(api, deps)
        refuseOtherMethods(api, allowed, '/operator/v1')
      },
      { prefix: '/operator/v1' },
    )
  })
}
