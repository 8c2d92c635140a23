// Secrets that an act answers once: an API key, an operator key, an enrolment token. A dialog over all pages shows them until
// somebody closes it, since the object of the act may leave its page at any moment. They are nowhere but in its memory.
import { Button, Modal } from '@mantine/core'
import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { Copyable } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'

const texts = bilingual({
  title: ['Shown once', 'Se muestra una vez'],
  secret: ['API key, shown once', 'Clave de API, se muestra una vez'],
  key: ['Operator key, shown once', 'Clave de operador, se muestra una vez'],
  enrolment_token: ['Enrolment token, shown once', 'Token de inscripción, se muestra una vez'],
  link: ['Link of the invitation, shown once', 'Enlace de la invitación, se muestra una vez'],
  how: {
    secret: [
      'Copy it now and give it to the customer. If it is lost, revoke it and create another.',
      'Cópiela ahora y désela al cliente. Si se pierde, revóquela y cree otra.',
    ],
    key: [
      'Copy it now. If it is lost, revoke it and create another.',
      'Cópiela ahora. Si se pierde, revóquela y cree otra.',
    ],
    enrolment_token: [
      'Copy it now and give it to the user. It works for a day. If it is lost, reset the user.',
      'Cópielo ahora y déselo al usuario. Sirve un día. Si se pierde, restablezca al usuario.',
    ],
    link: [
      'Copy it now. Whoever has it can become this admin: give it to somebody whom you reach as the contract says. It works for a day, once.',
      'Cópielo ahora. Quien lo tenga puede ser este administrador: déselo a alguien a quien llegue como dice el contrato. Sirve un día, una vez.',
    ],
  },
  taken: ['I have copied it', 'Ya lo copié'],
})

/** The fields of answers that are secrets, with how each begins. */
const SECRETS = [
  ['secret', 'ck_'],
  ['key', 'co_'],
  ['enrolment_token', 'ce_'],
  ['link', 'http'],
] as const
type Secret = { field: (typeof SECRETS)[number][0]; value: string }

/** The secret in the answer of an act, also of one that was approved. */
function secretIn(answer: unknown): Secret | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const values: Readonly<Record<string, unknown>> = { ...answer }
  for (const [field, beginning] of SECRETS) {
    const value = values[field]
    if (typeof value === 'string' && value.startsWith(beginning)) return { field, value }
  }
  return secretIn(values['answer'])
}

const HandOut = createContext<(answer: unknown) => void>(() => undefined)
/** Shows the secret in an answer, if it has one. */
export const useHandOut = () => use(HandOut)

export function SecretProvider({ children }: { children: ReactNode }) {
  const t = useText(texts)
  const [secrets, setSecrets] = useState<readonly Secret[]>([])
  const handOut = useCallback((answer: unknown) => {
    const found = secretIn(answer)
    if (found !== undefined) setSecrets((old) => [...old, found])
  }, [])
  const [secret] = secrets
  return (
    <HandOut value={handOut}>
      {children}
      <Modal
        opened={secret !== undefined}
        onClose={() => undefined}
        title={t.title}
        lockScroll={false}
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {secret === undefined ? null : (
          <>
            <div className="secret" role="status">
              <p>
                <b>{t[secret.field]}</b>
              </p>
              <Copyable value={secret.value} label={t[secret.field]} />
            </div>
            <p>{t.how[secret.field]}</p>
            <div className="acts">
              <Button onClick={() => setSecrets((old) => old.slice(1))}>{t.taken}</Button>
            </div>
          </>
        )}
      </Modal>
    </HandOut>
  )
}
