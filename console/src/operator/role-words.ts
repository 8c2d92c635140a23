// The roles of operators in the language of the page. Commands and files have them in English.
import { bilingual, useText } from '../parts/language.tsx'
import type { Schemas } from './api.ts'

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

export function useRoles(): (roles: readonly Schemas['Caller']['role'][]) => string {
  const role = useRole()
  return (roles) => roles.map(role).join(', ')
}
