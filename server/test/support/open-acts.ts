// The list of open acts, as an operator reads it.
import type { ActName } from '../../src/parties/acts/names.ts'
import type { ClosedCode } from '../../src/parties/acts/closed.ts'
import type { Person } from './desk.ts'

export type ListedAct = {
  act: ActName
  operation_id: string
  path: string
  is_open: boolean
  closed: ClosedCode | null
  detail: string | null
  is_allowed: boolean
  lack: 'role' | 'enterprises' | null
  right: string
  roles: string[]
  approvers: string[] | null
  targets: { field: string; ids: string[] } | null
}

export const listedActs = async (
  person: Pick<Person, 'act'>,
  subject: string,
): Promise<ListedAct[]> =>
  (await person.act<ListedAct[]>('GET', `/acts/${encodeURIComponent(subject)}`)).data

/** `open`, or the code of why it is closed. Undefined if the list lacks the act. */
export async function stateOfAct(
  person: Pick<Person, 'act'>,
  subject: string,
  act: ActName,
): Promise<string | undefined> {
  const one = (await listedActs(person, subject)).find(({ act: name }) => name === act)
  return one && (one.closed ?? 'open')
}
