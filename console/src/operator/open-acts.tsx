// Which acts on an object are open, as the service says it: one question for all acts that a part of a page has.
import { useQuery } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { readQuery, type Schemas } from './api.ts'
import { closedTexts } from './closed-words.ts'
import { useRoles } from './role-words.ts'

export type ActName = Schemas['ActName']
export type OpenAct = Schemas['OpenAct']

const texts = bilingual({
  role: [
    (roles: string) => `Your role may not do this. These may: ${roles}.`,
    (roles: string) => `Su rol no puede hacerlo. Pueden: ${roles}.`,
  ],
  enterprises: [
    'It concerns all enterprises, and you see chosen ones only. Ask somebody who sees all.',
    'Afecta a todas las empresas, y usted ve solo algunas. Pídalo a quien las vea todas.',
  ],
})

const Acts = createContext<ReadonlyMap<ActName, OpenAct>>(new Map())

/** The acts inside are open, or say why not. `subject`: the object, as the list of open acts names it. */
export function ActsOf({ subject, children }: { subject: string; children: ReactNode }) {
  const query = useQuery(readQuery('/operator/v1/acts/{subject}', { subject }))
  return (
    <Answer query={query} lines={2}>
      {(acts) => <Acts value={new Map(acts.map((one) => [one.act, one]))}>{children}</Acts>}
    </Answer>
  )
}

export const useActs = (): ReadonlyMap<ActName, OpenAct> => use(Acts)

/** Why the operator cannot do the act now; undefined if it can be done. */
export function useWhyClosed(): (act: OpenAct) => string | undefined {
  const t = useText(texts)
  const words = useText(closedTexts)
  const roleNames = useRoles()
  return ({ closed, lack, roles }) => {
    if (closed !== null) return words[closed]
    if (lack === null) return undefined
    return lack === 'role' ? t.role(roleNames(roles)) : t.enterprises
  }
}

/** Null approvers: nobody needs to approve it. Undefined: the page does not know. */
export function useListed(name: ActName | undefined): {
  why: string | undefined
  approvers: OpenAct['approvers'] | undefined
} {
  const acts = useActs()
  const whyClosed = useWhyClosed()
  const listed = name === undefined ? undefined : acts.get(name)
  return {
    why: listed === undefined ? undefined : whyClosed(listed),
    approvers: listed?.approvers,
  }
}
