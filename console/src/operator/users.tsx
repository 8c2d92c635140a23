// Users of the desk and keys of programs, with their roles.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { roles } from '../../../server/src/parties/operators/roles.ts'
import { useShown } from '../parts/address.ts'
import { Answer, Empty } from '../parts/answers.tsx'
import { oneOf } from '../parts/chips.tsx'
import { Id } from '../parts/copy.tsx'
import { given } from '../parts/given.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { ListFilters, TextPart, useFilters } from '../parts/list-filters.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { act, actFor, readQuery } from './api.ts'
import { chosenAs, DeskAct } from './desk-act.tsx'
import { useEnterprises } from './enterprises.tsx'
import { useRole } from './role-words.ts'
import { enterprisesIn, roleOf, UserActs, type Role } from './user-acts.tsx'
import { Status, useWord } from './status-words.tsx'

const texts = bilingual({
  title: [
    (count: number) => (count === 1 ? '1 user of the desk' : `${count} users of the desk`),
    (count: number) => (count === 1 ? '1 usuario de la mesa' : `${count} usuarios de la mesa`),
  ],
  loading: ['Users and keys', 'Usuarios y claves'],
  users: ['Users', 'Usuarios'],
  keys: ['Keys of programs', 'Claves de programas'],
  login: ['Login', 'Usuario'],
  role: ['Role', 'Rol'],
  roleHint: [
    'Operators work on orders, compliance on holds and what is sealed, treasurers on money and settings. An admin makes users and keys, a viewer reads.',
    'El operador trabaja con órdenes, cumplimiento con retenciones y lo sellado, tesorería con dinero y ajustes. El administrador crea usuarios y claves, consulta solo lee.',
  ],
  anyRole: ['all roles', 'todos los roles'],
  everyone: ['All', 'Todos'],
  nobody: ['Nobody is like this', 'Nadie es así'],
  nobodyWhy: [
    'Choose another status or role, or another part of the login.',
    'Elija otro estado u otro rol, u otra parte del usuario.',
  ],
  part: ['Part of the login', 'Parte del usuario'],
  sees: ['Sees', 'Ve'],
  seesHint: ['None chosen: all enterprises.', 'Ninguna elegida: todas las empresas.'],
  all: ['all enterprises', 'todas las empresas'],
  status: ['Status', 'Estado'],
  created: ['Created', 'Creado'],
  acts: ['Acts', 'Actos'],
  create: ['Create a user', 'Crear un usuario'],
  createBefore: ['Nobody signs in with this login.', 'Nadie entra con este usuario.'],
  createAfter: [
    'The user enrols at /console/operator/enrol with the token that is shown once.',
    'El usuario se inscribe en /console/operator/enrol con el token que se muestra una vez.',
  ],
  label: ['Label', 'Nombre'],
  expires: ['Expires', 'Vence'],
  until: ['Expires at the beginning of, UTC', 'Vence al comienzo de, UTC'],
  never: ['never', 'nunca'],
  newKey: ['Create a key', 'Crear una clave'],
  keyBefore: ['No key has this label.', 'Ninguna clave tiene este nombre.'],
  keyAfter: [
    'A program uses the operator API with it.',
    'Un programa usa con ella la API de operador.',
  ],
  revoke: [(label: string) => `Revoke ${label}`, (label: string) => `Revocar ${label}`],
  revoked: [
    'Programs with this key are refused at once.',
    'Los programas con esta clave se rechazan de inmediato.',
  ],
  works: ['The key works.', 'La clave funciona.'],
  ended: ['revoked', 'revocada'],
  active: ['works', 'funciona'],
  none: ['No key', 'No hay claves'],
  why: [
    'Programs use the operator API with a key.',
    'Los programas usan la API de operador con una clave.',
  ],
})

const STATUSES = ['INVITED', 'ACTIVE', 'DISABLED'] as const

function RoleSelect() {
  const t = useText(texts)
  const roleName = useRole()
  const [{ role }, change] = useFilters()
  return (
    <NativeSelect
      size="xs"
      label={t.role}
      data={[
        { value: '', label: t.anyRole },
        ...roles.map((one) => ({ value: one, label: roleName(one) })),
      ]}
      value={oneOf(roles, role) ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ role: value === '' ? undefined : value })
      }
    />
  )
}

export function Users() {
  const t = useText(texts)
  const roleName = useRole()
  const word = useWord()
  const [{ status, role, text }] = useShown()
  const asked = given({ status: oneOf(STATUSES, status), role: oneOf(roles, role), text })
  const users = useQuery(readQuery('/operator/v1/users', {}, asked))
  const isAll = Object.keys(asked).length === 0
  const keys = useQuery(readQuery('/operator/v1/keys'))
  const roleField = (initial: Role) => ({
    name: 'role',
    label: t.role,
    hint: t.roleHint,
    initial,
    options: roles.map((role) => ({ value: role, label: roleName(role) })),
  })
  const { nameOf, options } = useEnterprises()
  const seesField = (ids: readonly string[] | null) => ({
    name: 'sees',
    label: t.sees,
    hint: t.seesHint,
    isMany: true,
    options,
    initial: chosenAs(ids ?? []),
  })
  const sees = ({ enterprise_ids: ids }: { enterprise_ids: string[] | null }) =>
    ids === null ? t.all : ids.map(nameOf).join(', ')
  return (
    <Page
      title={users.data === undefined || !isAll ? t.loading : t.title(users.data.length)}
      acts={
        <>
          <DeskAct
            label={t.create}
            tone="primary"
            repeats
            fields={[{ name: 'login', label: t.login }, roleField('operator'), seesField(null)]}
            before={t.createBefore}
            after={t.createAfter}
            run={({ login = '', role, sees: some }, reason) =>
              act(
                '/operator/v1/users',
                {},
                {
                  login: login.trim(),
                  role: roleOf(role),
                  enterprise_ids: enterprisesIn(some),
                  reason,
                },
              )
            }
          />
          <DeskAct
            label={t.newKey}
            repeats
            fields={[
              { name: 'label', label: t.label },
              roleField('viewer'),
              seesField(null),
              { name: 'until', label: t.until, isDate: true, isOptional: true },
            ]}
            before={t.keyBefore}
            after={t.keyAfter}
            run={({ label = '', role, sees: some, until = '' }, reason) =>
              act(
                '/operator/v1/keys',
                {},
                {
                  label: label.trim(),
                  role: roleOf(role),
                  enterprise_ids: enterprisesIn(some),
                  ...(until === '' ? {} : { expires_at: `${until}T00:00:00Z` }),
                  reason,
                },
              )
            }
          />
        </>
      }
    >
      <Section title={t.users}>
        <ListFilters
          views="desk.users"
          status={[
            t.status,
            [[undefined, t.everyone], ...STATUSES.map((one) => [one, word(one)] as const)],
          ]}
        >
          <RoleSelect />
          <TextPart label={t.part} />
        </ListFilters>
        <Answer query={users}>
          {(list) =>
            list.length === 0 ? (
              <Empty title={t.nobody}>
                <p>{t.nobodyWhy}</p>
              </Empty>
            ) : (
              <Table
                name="users"
                label={t.users}
                rows={list}
                idOf={({ login }) => login}
                columns={[
                  { id: 'login', head: t.login, cell: ({ login }) => login },
                  { id: 'role', head: t.role, cell: ({ role }) => roleName(role) },
                  { id: 'sees', head: t.sees, cell: sees },
                  {
                    id: 'status',
                    head: t.status,
                    cell: ({ status }) => <Status status={status} />,
                  },
                  { id: 'created', head: t.created, cell: (user) => <Time at={user.created_at} /> },
                  {
                    id: 'acts',
                    head: t.acts,
                    cell: (user) => (
                      <UserActs
                        user={user}
                        sees={sees(user)}
                        fields={[roleField(user.role), seesField(user.enterprise_ids)]}
                      />
                    ),
                  },
                ]}
              />
            )
          }
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
                  { id: 'role', head: t.role, cell: ({ role }) => roleName(role) },
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
                          run={actFor('/operator/v1/keys/{key_id}/revoke', { key_id: id })}
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
