// The roles of operators in the language of the page. Commands and files have them in English.
import type { Role } from '../../../server/src/parties/operators/roles.ts'
import { bilingual, useText } from '../parts/language.tsx'

export const roleTexts = bilingual({
  role: {
    viewer: ['viewer', 'consulta'],
    operator: ['operator', 'operador'],
    treasurer: ['treasurer', 'tesorería'],
    compliance: ['compliance', 'cumplimiento'],
    admin: ['admin', 'administrador'],
  },
})

export function useRole(): (role: string) => string {
  const names: Readonly<Record<string, string>> = useText(roleTexts).role
  return (role) => names[role] ?? role
}

export function useRoles(): (roles: readonly Role[]) => string {
  const role = useRole()
  return (roles) => roles.map(role).join(', ')
}
