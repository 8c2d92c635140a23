// Users of the desk and keys of programs, with their roles.
import { useQuery } from '@tanstack/react-query'
import { roles } from '../../../server/src/users/roles.ts'
import { Answer, Empty } from '../parts/answers.tsx'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { act, change, read, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { shapeOfStatus } from './words.ts'

const texts = bilingual(
  {
    title: (count: number) => (count === 1 ? '1 user of the desk' : `${count} users of the desk`),
    loading: 'Users and keys',
    users: 'Users',
    keys: 'Keys of programs',
    login: 'Login',
    role: 'Role',
    sees: 'Sees',
    seesHint: 'Identifiers of enterprises, separated by blanks. Empty: all of them.',
    all: 'all enterprises',
    some: (count: number) => `${count} enterprises`,
    status: 'Status',
    created: 'Created',
    acts: 'Acts',
    create: 'Create a user',
    createBefore: 'Nobody signs in with this login.',
    createAfter: 'The user enrols with the token that is shown once.',
    token: 'Enrolment token, shown once',
    change: (login: string) => `Change the role of ${login}`,
    disable: (login: string) => `Disable ${login}`,
    enable: (login: string) => `Enable ${login}`,
    reset: (login: string) => `Reset ${login}`,
    resetAfter: 'The user chooses a password and a second factor anew. Sessions end.',
    disabled: 'The user cannot sign in, and sessions end.',
    enabled: 'The user can sign in.',
    roleAfter: 'The role applies from the next request on.',
    label: 'Label',
    expires: 'Expires',
    never: 'never',
    newKey: 'Create a key',
    keyBefore: 'No key has this label.',
    keyAfter: 'A program uses the operator API with it.',
    key: 'Key, shown once',
    revoke: (label: string) => `Revoke ${label}`,
    revoked: 'Programs with this key are refused at once.',
    works: 'The key works.',
    ended: 'revoked',
    active: 'works',
    none: 'No key',
    why: 'Programs use the operator API with a key.',
  },
  {
    title: (count: number) =>
      count === 1 ? '1 usuario de la mesa' : `${count} usuarios de la mesa`,
    loading: 'Usuarios y claves',
    users: 'Usuarios',
    keys: 'Claves de programas',
    login: 'Usuario',
    role: 'Rol',
    sees: 'Ve',
    seesHint: 'Identificadores de empresas, separados por espacios. Vacío: todas.',
    all: 'todas las empresas',
    some: (count: number) => `${count} empresas`,
    status: 'Estado',
    created: 'Creado',
    acts: 'Actos',
    create: 'Crear un usuario',
    createBefore: 'Nadie entra con este usuario.',
    createAfter: 'El usuario se inscribe con el token que se muestra una vez.',
    token: 'Token de inscripción, se muestra una vez',
    change: (login: string) => `Cambiar el rol de ${login}`,
    disable: (login: string) => `Desactivar ${login}`,
    enable: (login: string) => `Activar ${login}`,
    reset: (login: string) => `Restablecer ${login}`,
    resetAfter: 'El usuario elige de nuevo contraseña y segundo factor. Sus sesiones terminan.',
    disabled: 'El usuario no puede entrar, y sus sesiones terminan.',
    enabled: 'El usuario puede entrar.',
    roleAfter: 'El rol vale desde la siguiente solicitud.',
    label: 'Nombre',
    expires: 'Vence',
    never: 'nunca',
    newKey: 'Crear una clave',
    keyBefore: 'Ninguna clave tiene este nombre.',
    keyAfter: 'Un programa usa con ella la API de operador.',
    key: 'Clave, se muestra una vez',
    revoke: (label: string) => `Revocar ${label}`,
    revoked: 'Los programas con esta clave se rechazan de inmediato.',
    works: 'La clave funciona.',
    ended: 'revocada',
    active: 'funciona',
    none: 'No hay claves',
    why: 'Los programas usan la API de operador con una clave.',
  },
)

type Role = Schemas['OperatorRole']
const isRole = (text: string | undefined): text is Role => roles.some((role) => role === text)
const roleOf = (text: string | undefined): Role => (isRole(text) ? text : 'viewer')

/** Null: all enterprises. */
function idsIn(text = ''): string[] | null {
  const ids = text.split(/[\s,]+/).filter((one) => one !== '')
  return ids.length === 0 ? null : ids
}

export function Users() {
  const t = useText(texts)
  const users = useQuery({
    queryKey: ['operator', 'users'],
    queryFn: () => read('/operator/v1/users'),
  })
  const keys = useQuery({
    queryKey: ['operator', 'keys'],
    queryFn: () => read('/operator/v1/keys'),
  })
  const roleField = (initial: Role) => ({
    name: 'role',
    label: t.role,
    initial,
    options: roles.map((role) => ({ value: role, label: role })),
  })
  const seesField = { name: 'sees', label: t.sees, hint: t.seesHint }
  const sees = ({ enterprise_ids: ids }: { enterprise_ids: string[] | null }) =>
    ids === null ? t.all : t.some(ids.length)
  return (
    <Page
      title={users.data === undefined ? t.loading : t.title(users.data.length)}
      acts={
        <>
          <DeskAct
            label={t.create}
            tone="primary"
            fields={[{ name: 'login', label: t.login }, roleField('operator'), seesField]}
            before={t.createBefore}
            after={t.createAfter}
            run={({ login = '', role, sees: some }, reason) =>
              act(
                '/operator/v1/users',
                {},
                {
                  login: login.trim(),
                  role: roleOf(role),
                  enterprise_ids: idsIn(some),
                  reason,
                },
              )
            }
            done={(invited) => <Once label={t.token} value={invited.enrolment_token} />}
          />
          <DeskAct
            label={t.newKey}
            fields={[{ name: 'label', label: t.label }, roleField('viewer'), seesField]}
            before={t.keyBefore}
            after={t.keyAfter}
            run={({ label = '', role, sees: some }, reason) =>
              act(
                '/operator/v1/keys',
                {},
                {
                  label: label.trim(),
                  role: roleOf(role),
                  enterprise_ids: idsIn(some),
                  reason,
                },
              )
            }
            done={(made) => <Once label={t.key} value={made.key} />}
          />
        </>
      }
    >
      <Section title={t.users}>
        <Answer query={users}>
          {(list) => (
            <Table
              name="users"
              label={t.users}
              rows={list}
              idOf={({ login }) => login}
              columns={[
                { id: 'login', head: t.login, cell: ({ login }) => login },
                { id: 'role', head: t.role, cell: ({ role }) => role },
                { id: 'sees', head: t.sees, cell: sees },
                {
                  id: 'status',
                  head: t.status,
                  cell: ({ status }) => <State word={status} shape={shapeOfStatus(status)} />,
                },
                { id: 'created', head: t.created, cell: (user) => <Time at={user.created_at} /> },
                {
                  id: 'acts',
                  head: t.acts,
                  cell: (user) => <UserActs user={user} field={roleField(user.role)} />,
                },
              ]}
            />
          )}
        </Answer>
      </Section>
      <Section title={t.keys}>
        <Answer query={keys}>
          {(list) =>
            list.length === 0 ? (
              <Empty title={t.none}>
                <p>{t.why}</p>
              </Empty>
            ) : (
              <Table
                name="operator-keys"
                label={t.keys}
                rows={list}
                idOf={({ id }) => id}
                columns={[
                  { id: 'label', head: t.label, cell: ({ label }) => label },
                  { id: 'role', head: t.role, cell: ({ role }) => role },
                  { id: 'sees', head: t.sees, cell: sees },
                  {
                    id: 'status',
                    head: t.status,
                    cell: ({ revoked_at: at }) => (
                      <State
                        word={at === null ? t.active : t.ended}
                        shape={at === null ? 'done' : 'off'}
                      />
                    ),
                  },
                  {
                    id: 'expires',
                    head: t.expires,
                    cell: ({ expires_at: at }) => (at === null ? t.never : <Time at={at} />),
                  },
                  { id: 'id', head: 'Id', cell: ({ id }) => <Id id={id} /> },
                  {
                    id: 'acts',
                    head: t.acts,
                    cell: ({ id, label, revoked_at: at }) =>
                      at === null ? (
                        <DeskAct
                          label={t.revoke(label)}
                          size="compact-xs"
                          tone="danger"
                          before={t.works}
                          after={t.revoked}
                          run={(_values, reason) =>
                            act('/operator/v1/keys/{key_id}/revoke', { key_id: id }, { reason })
                          }
                        />
                      ) : null,
                  },
                ]}
              />
            )
          }
        </Answer>
      </Section>
    </Page>
  )
}

const Once = ({ label, value }: { label: string; value: string }) => (
  <span className="secret">
    <b>{label}</b> <Copyable value={value} label={label} />
  </span>
)

function UserActs({
  user,
  field,
}: {
  user: Schemas['User']
  field: Parameters<typeof DeskAct>[0]['fields'] extends readonly (infer F)[] | undefined
    ? F
    : never
}) {
  const t = useText(texts)
  const { login, status } = user
  const isDisabled = status === 'DISABLED'
  return (
    <div className="acts">
      <DeskAct
        label={t.change(login)}
        size="compact-xs"
        repeats
        fields={[field]}
        before={user.role}
        after={t.roleAfter}
        run={({ role }, reason) =>
          change('/operator/v1/users/{login}', { login }, { role, reason })
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
        run={(_values, reason) =>
          change('/operator/v1/users/{login}', { login }, { is_disabled: !isDisabled, reason })
        }
      />
      <DeskAct
        label={t.reset(login)}
        size="compact-xs"
        before={t.enabled}
        after={t.resetAfter}
        run={(_values, reason) => act('/operator/v1/users/{login}/reset', { login }, { reason })}
        done={(invited) => <Once label={t.token} value={invited.enrolment_token} />}
      />
    </div>
  )
}
