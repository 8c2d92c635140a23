// A button that does something: it names the act and the object. The act is sent once, the result replaces the button,
// and an error says that nothing has changed.
import { Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import type { CustomerRight } from '../../../server/src/platform/access/customer-roles.ts'
import { failureOf, queries } from './client.ts'
import { ContactAfter } from './desk-contact.tsx'
import { bilingual, useText } from './language.tsx'

const texts = bilingual({
  cancel: ['Go back', 'Volver'],
  unchanged: ['Nothing has changed:', 'Nada cambió:'],
  unknown: [
    'No clear answer came. It may have been done: look at the page before you repeat it.',
    'No hubo una respuesta clara. Puede que se haya hecho: mire la página antes de repetirlo.',
  ],
  close: ['Close', 'Cerrar'],
})

/** Whether the reader may not act here. `right`: one that this act needs, in place of that of the page. */
export const ActsClosed = createContext<(right?: CustomerRight) => boolean>(() => false)

type ActProps<T> = {
  label: string
  /** What the act needs, if not what the page does. */
  right?: CustomerRight
  /** Sends it. The key is the same for each attempt of one act. */
  run: (idempotencyKey: string) => Promise<T>
  onDone?: (result: T) => void
  /** Shown in place of the button. */
  done?: (result: T) => ReactNode
  disabled?: boolean
  /** Whether it can be sent. It shows what is missing. */
  check?: () => boolean
  /** Asks before it acts, with what changes and what cannot be undone. */
  confirm?: ReactNode
  tone?: 'primary' | 'default' | 'danger'
  size?: string
}

export function Act<T>({
  label,
  run,
  onDone,
  done,
  disabled = false,
  check = () => true,
  confirm,
  tone = 'default',
  size = 'sm',
  right,
}: ActProps<T>) {
  const t = useText(texts)
  const isClosed = useContext(ActsClosed)(right)
  const [isAsking, setAsking] = useState(false)
  const [key, setKey] = useState(() => crypto.randomUUID())
  // A second click may come before the button is drawn as busy.
  const isSending = useRef(false)
  const act = useMutation({
    mutationFn: () => run(key),
    onSettled: () => void (isSending.current = false),
    onSuccess: (result) => {
      setAsking(false)
      setKey(crypto.randomUUID())
      void queries.invalidateQueries()
      onDone?.(result)
    },
  })
  // The page says why.
  if (isClosed) return null
  if (act.isSuccess && done !== undefined) return <ActResult>{done(act.data)}</ActResult>
  const style =
    tone === 'primary'
      ? {}
      : tone === 'danger'
        ? { variant: 'outline', color: 'red' }
        : { variant: 'default' }
  const failed = act.isError ? (
    <FailedAct>
      {failureOf(act.error, t)} <ContactAfter error={act.error} />
    </FailedAct>
  ) : null
  const send = () => {
    if (isSending.current) return
    isSending.current = true
    act.mutate()
  }
  return (
    <>
      <Button
        {...style}
        size={size}
        disabled={disabled}
        loading={act.isPending && confirm === undefined}
        onClick={() => {
          if (!check()) return
          if (confirm === undefined) send()
          else setAsking(true)
        }}
      >
        {label}
      </Button>
      {confirm === undefined ? failed : null}
      {confirm === undefined ? null : (
        <Modal
          opened={isAsking}
          onClose={() => setAsking(false)}
          title={label}
          lockScroll={false}
          closeButtonProps={{ 'aria-label': t.close }}
        >
          {confirm}
          {failed}
          <div className="acts">
            <Button variant="default" onClick={() => setAsking(false)}>
              {t.cancel}
            </Button>
            <Button
              {...(tone === 'danger' ? { color: 'red' } : {})}
              loading={act.isPending}
              onClick={send}
            >
              {label}
            </Button>
          </div>
        </Modal>
      )}
    </>
  )
}

/** Replaces the button of an act, and takes its focus: the keyboard goes on from there. */
export function ActResult({ className, children }: { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className={className} role="status">
      {children}
    </div>
  )
}

/** Why an act failed, read out at once. */
export const FailedAct = ({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) => (
  <p className={`failed-act ${className}`} role="alert">
    {children}
  </p>
)
