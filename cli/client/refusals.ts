// Why a command did not do what it was asked, and the exit code that says so. 0: done. 2 is commander's, for wrong usage.

/** Corridor refused it, or it failed. */
const REFUSED = 1
const NOT_REACHABLE = 3
/** An act that changes nothing before a second person approves it. */
const WAITS = 4

export type Problem = {
  code: string
  title: string
  status: number
  detail?: string
  role?: string
  roles_with_the_right?: readonly string[]
  lack?: string
}

/** An answer that is a problem. */
export class RefusedByService extends Error {
  readonly exitCode = REFUSED
  readonly problem: Problem
  constructor(problem: Problem) {
    super(textOf(problem))
    this.problem = problem
  }
}

export class NotReachable extends Error {
  readonly exitCode = NOT_REACHABLE
}

export type WaitingAct = { id: string; act: string; subject: string; roles: readonly string[] }

export class WaitsForApproval extends Error {
  readonly exitCode = WAITS
  readonly approvals: readonly WaitingAct[]
  /** `done`: what the command did besides. */
  constructor(approvals: readonly WaitingAct[], done = '') {
    const sentences = approvals.map(
      ({ id, act, roles }) =>
        `${act} needs a second person (${roles.join(' or ')}). Nothing has changed yet. ${id} waits for:\n` +
        `  corridor approvals approve ${id} --reason TEXT`,
    )
    super(`${sentences.join('\n')}${done === '' ? '' : `\n${done.trimEnd()}`}`)
    this.approvals = approvals
  }
}

function textOf({ code, title, detail, role, roles_with_the_right: roles, lack }: Problem): string {
  if (code === 'right_missing' && lack !== 'enterprises')
    return `${title} You are ${role}; ask somebody who is ${roles?.join(' or ')}.`
  // The detail has the sentences of all wrong fields.
  return detail ?? title
}
