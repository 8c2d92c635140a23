// The passkeys of the signed-in user: add one with a code of the authenticator app, remove one.
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Act } from './act.tsx'
import { Answer, Empty } from './answers.tsx'
import { messageOf, queries } from './client.ts'
import { bilingual, useText } from './language.tsx'
import { Page, Section } from './page.tsx'
import { Table } from './table.tsx'
import { Time } from './time.tsx'
import { CodeInput } from './code-input.tsx'
import type { Door } from './door.ts'
import { PasskeyPlace } from './passkey-place.tsx'
import { atAddress, isNotAllowed, newCredential } from './passkey.ts'

const texts = bilingual({
  title: ['Your passkeys', 'Sus passkeys'],
  add: ['Add a passkey', 'Agregar una passkey'],
  name: ['Name', 'Nombre'],
  nameHint: ['What you call it, such as laptop.', 'Como usted la llama, por ejemplo portátil.'],
  code: ['Code of the authenticator app', 'Código de la app de autenticación'],
  not: ['No passkey was made.', 'No se creó ninguna passkey.'],
  created: ['Added', 'Agregada'],
  used: ['Last used', 'Último uso'],
  never: ['never', 'nunca'],
  acts: ['Acts', 'Actos'],
  remove: [(name: string) => `Remove ${name}`, (name: string) => `Quitar ${name}`],
  removed: ['Nobody signs in with it any more.', 'Nadie entra más con ella.'],
  none: ['No passkey yet', 'Aún no hay passkeys'],
  why: [
    'A passkey is both factors at once: a finger or a PIN in place of password and code.',
    'Una passkey es los dos factores a la vez: un dedo o un PIN en lugar de contraseña y código.',
  ],
})

/** `title`: that of a page with more than passkeys: `who` before them, and `children`. */
export function YourPasskeys({
  door,
  title,
  who,
  children,
}: {
  door: Door
  title?: string
  who?: ReactNode
  children?: ReactNode
}) {
  const t = useText(texts)
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const query = useQuery({
    queryKey: [door.whose, 'passkeys'],
    queryFn: () => door.passkeys(),
  })
  const adding = useMutation({
    mutationFn: async () => {
      const credential = await newCredential(await door.beginPasskey(code.trim()))
      return door.addPasskey(name.trim(), credential)
    },
    onSuccess: () => setName(''),
    onSettled: () => {
      setCode('')
      void queries.invalidateQueries()
    },
  })
  const form = (
    <form
      className="narrow"
      onSubmit={(event) => {
        event.preventDefault()
        adding.mutate()
      }}
    >
      <TextInput
        label={t.name}
        description={t.nameHint}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        withAsterisk={false}
      />
      <CodeInput
        label={t.code}
        value={code}
        change={setCode}
        mt="sm"
        error={
          adding.error === null
            ? undefined
            : isNotAllowed(adding.error)
              ? t.not
              : messageOf(adding.error)
        }
      />
      <Button type="submit" mt="md" loading={adding.isPending}>
        {t.add}
      </Button>
    </form>
  )
  return (
    <Page title={title ?? t.title}>
      {who}
      <Answer query={query}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <Empty title={t.none}>
              <p>{t.why}</p>
            </Empty>
          ) : (
            <Table
              name="passkeys"
              label={t.title}
              rows={passkeys}
              idOf={({ id }) => id}
              columns={[
                { id: 'name', head: t.name, cell: ({ name: its }) => its },
                { id: 'created', head: t.created, cell: (one) => <Time at={one.created_at} /> },
                {
                  id: 'used',
                  head: t.used,
                  cell: ({ last_used_at: at }) => (at === null ? t.never : <Time at={at} />),
                },
                {
                  id: 'acts',
                  head: t.acts,
                  cell: ({ id, name: its }) => (
                    <Act
                      label={t.remove(its)}
                      size="compact-xs"
                      tone="danger"
                      confirm={<p>{t.removed}</p>}
                      run={() => door.removePasskey(id)}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </Answer>
      <Section title={t.add}>
        <PasskeyPlace />
        {atAddress() === undefined ? form : null}
      </Section>
      {children}
    </Page>
  )
}
