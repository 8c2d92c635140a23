// The roles of operators in the language of the page. Commands and files have them in English.
import type { Role } from '../../../server/src/parties/operators/roles.ts'
import { useText } from '../parts/language.tsx'
import { roleTexts } from './value-words.ts'

export function useRole(): (role: string) => string {
  const names: Readonly<Record<string, string>> = useText(roleTexts).role
  return (role) => names[role] ?? role
}

export function useRoles(): (roles: readonly Role[]) => string {
  const role = useRole()
  return (roles) => roles.map(role).join(', ')
}
