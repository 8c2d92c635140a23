// What admins do with a user of the desk: change, disable, enable, reset.
import { roles } from '../../../server/src/parties/operators/roles.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { actFor, change, type Schemas } from './api.ts'
import { chosenIn, DeskAct, type ActField } from './desk-act.tsx'
import { useRole } from './role-words.ts'

const texts = bilingual({
  change: [
    (login: string) => `Change what ${login} may do and sees`,
    (login: string) => `Cambiar lo que ${login} puede y ve`,
  ],
  disable: [(login: string) => `Disable ${login}`, (login: string) => `Desactivar ${login}`],
  enable: [(login: string) => `Enable ${login}`, (login: string) => `Activar ${login}`],
  reset: [(login: string) => `Reset ${login}`, (login: string) => `Restablecer ${login}`],
  resetAfter: [
    'The user chooses a password and a second factor anew. Sessions end.',
    'El usuario elige de nuevo contraseña y segundo factor. Sus sesiones terminan.',
  ],
  disabled: [
    'The user cannot sign in, and sessions end.',
    'El usuario no puede entrar, y sus sesiones terminan.',
  ],
  enabled: ['The user can sign in.', 'El usuario puede entrar.'],
  roleAfter: [
    'Role and enterprises apply from the next request on.',
    'El rol y las empresas valen desde la siguiente solicitud.',
  ],
  theirKeys: ['Keys that the user made', 'Claves que creó el usuario'],
  keysHint: [
    'They outlive the rights of an admin only if you answer for their acts.',
    'Siguen sin los derechos de su creador solo si usted responde por sus actos.',
  ],
  revokeKeys: ['revoke', 'revocar'],
  takeKeys: ['take over', 'asumir'],
})

export type Role = Schemas['OperatorRole']
const isRole = (text: string | undefined): text is Role => roles.some((role) => role === text)
export const roleOf = (text: string | undefined): Role => (isRole(text) ? text : 'viewer')

/** Null: all enterprises. */
export function enterprisesIn(text = ''): string[] | null {
  const ids = chosenIn(text)
  return ids.length === 0 ? null : ids
}

export function UserActs({
  user,
  sees,
  fields,
}: {
  user: Schemas['User']
  sees: string
  fields: readonly ActField[]
}) {
  const t = useText(texts)
  const role = useRole()
  const { login, status } = user
  const isDisabled = status === 'DISABLED'
  const keysField = {
    name: 'keys',
    label: t.theirKeys,
    hint: t.keysHint,
    options: [
      { value: 'revoke', label: t.revokeKeys },
      { value: 'take_over', label: t.takeKeys },
    ],
    initial: 'revoke',
  }
  const fate = (text: string | undefined) => (text === 'take_over' ? text : 'revoke')
  return (
    <div className="acts">
      <DeskAct
        label={t.change(login)}
        size="compact-xs"
        repeats
        fields={user.role === 'admin' ? [...fields, keysField] : fields}
        before={`${role(user.role)}, ${sees}`}
        after={t.roleAfter}
        run={({ role, sees: some, keys }, reason) =>
          change(
            '/operator/v1/users/{login}',
            { login },
            {
              role,
              enterprise_ids: enterprisesIn(some),
              ...(keys === undefined ? {} : { keys: fate(keys) }),
              reason,
            },
          )
        }
      />
      <DeskAct
        key={status}
        label={isDisabled ? t.enable(login) : t.disable(login)}
        size="compact-xs"
        tone={isDisabled ? 'default' : 'danger'}
        repeats
        before={isDisabled ? t.disabled : t.enabled}
        after={isDisabled ? t.enabled : t.disabled}
        fields={isDisabled ? [] : [keysField]}
        run={({ keys }, reason) =>
          change(
            '/operator/v1/users/{login}',
            { login },
            {
              is_disabled: !isDisabled,
              ...(isDisabled ? {} : { keys: fate(keys) }),
              reason,
            },
          )
        }
      />
      <DeskAct
        label={t.reset(login)}
        size="compact-xs"
        before={t.enabled}
        after={t.resetAfter}
        run={actFor('/operator/v1/users/{login}/reset', { login })}
      />
    </div>
  )
}
