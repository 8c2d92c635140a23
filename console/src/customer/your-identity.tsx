// The signed-in person links who he or she is at the identity provider of the company, with a code of the authenticator app.
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../parts/client.ts'
import { CodeInput } from '../parts/code-input.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Section } from '../parts/page.tsx'
import { goToProvider, LINK, readIdentity } from './identity.ts'

const texts = bilingual({
  title: ['Your company’s provider', 'El proveedor de su empresa'],
  linked: [
    (issuer: string) => `You sign in with ${issuer} too.`,
    (issuer: string) => `Usted también entra con ${issuer}.`,
  ],
  not: [
    (issuer: string) => `Link your account at ${issuer}, to sign in with it.`,
    (issuer: string) => `Vincule su cuenta de ${issuer} para entrar con ella.`,
  ],
  code: ['Code of the authenticator app', 'Código de la app de autenticación'],
  link: ['Link the account', 'Vincular la cuenta'],
})

export function YourIdentity() {
  const t = useText(texts)
  const [code, setCode] = useState('')
  const { data } = useQuery({ queryKey: ['identity'], queryFn: readIdentity })
  const linking = useMutation({
    mutationFn: () => goToProvider(LINK, { code: code.trim() }, 'link'),
    onError: () => setCode(''),
  })
  if (data === undefined || data.issuer === null) return null
  return (
    <Section title={t.title}>
      {data.is_linked ? (
        <p>{t.linked(data.issuer)}</p>
      ) : (
        <form
          className="narrow"
          onSubmit={(event) => {
            event.preventDefault()
            linking.mutate()
          }}
        >
          <p>{t.not(data.issuer)}</p>
          <CodeInput
            label={t.code}
            value={code}
            change={setCode}
            error={linking.error === null ? undefined : messageOf(linking.error)}
          />
          <Button type="submit" mt="md" loading={linking.isPending}>
            {t.link}
          </Button>
        </form>
      )}
    </Section>
  )
}
