// Compiles the validators of a route at its first request. Most processes serve few of all operations, and a command
// mostly one: compiling all of them was a fifth of its processor time.
import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler } from 'fastify'

type Validator = ReturnType<FastifySchemaCompiler<unknown>>

export function lazyValidators(): FastifySchemaCompiler<unknown> {
  const compile = AjvCompiler()(
    {},
    {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
        // Formats only document the API. Patterns and handlers validate, with better messages.
        validateFormats: false,
      },
    },
  )
  return (route) => {
    let compiled: Validator | undefined
    const validate: Validator = (data) => {
      compiled ??= compile({ ...route })
      const isValid = compiled(data)
      validate.errors = compiled.errors ?? null
      return isValid
    }
    return validate
  }
}
