// Errors of customers' commands with an exit code of their own. 0: done. 1: refused. 3: no service answers.

const WRONG_USAGE = 2
const ENDED_OTHERWISE = 5
const TOO_LATE = 6

export class UsageError extends Error {
  readonly exitCode = WRONG_USAGE
}

/** The order that was waited for can no longer come to the wanted status. */
export class OrderEnded extends Error {
  readonly exitCode = ENDED_OTHERWISE
}

/** The time of --timeout has passed. */
export class WaitedTooLong extends Error {
  readonly exitCode = TOO_LATE
}
