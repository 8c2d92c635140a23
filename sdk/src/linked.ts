// Controllers that the signal of a caller aborts too.

/** Call `unlink` at the end of the work: the caller's signal may outlive many calls. */
export function linkedTo(signal: AbortSignal | undefined): {
  controller: AbortController
  unlink: () => void
} {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal?.reason)
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return { controller, unlink: () => signal?.removeEventListener('abort', abort) }
}
