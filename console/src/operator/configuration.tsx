// The configuration: its versions with what each changed, the difference between two, and the way back. A file of routes is
// uploaded here, and the present state is saved as a file.
import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { FailedAct } from '../parts/act.tsx'
import { useShown } from '../parts/address.ts'
import { Empty } from '../parts/answers.tsx'
import { messageOf } from '../parts/client.ts'
import { now } from '../parts/clock.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Page } from '../parts/page.tsx'
import { paging } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { act, may, meQuery, read } from './api.ts'
import { NewVersion } from './configuration-file.tsx'
import { Version, VersionState } from './configuration-version.tsx'
import { configurationTexts, versionsQuery } from './configuration-words.tsx'
import { DeskAct } from './desk-act.tsx'

const texts = bilingual({
  title: ['Configuration', 'Configuración'],
  upload: ['Upload a file', 'Subir un archivo'],
  save: ['Save as a file', 'Guardar como archivo'],
  saveDetails: ['Save with details of instruments', 'Guardar con detalles de instrumentos'],
  sealed: [
    'The details of instruments are sealed.',
    'Los detalles de los instrumentos están sellados.',
  ],
  read: [
    'The file has the accounts of instruments in plain text. The reading is in the audit trail.',
    'El archivo tiene las cuentas de los instrumentos en texto claro. La lectura queda en la auditoría.',
  ],
  saved: ['The browser has saved the file.', 'El navegador guardó el archivo.'],
  reason: ['Reason', 'Motivo'],
  made: ['Made', 'Hecha'],
  none: [
    'No version was made over an operator file yet',
    'Aún no hay versiones hechas con un archivo de operador',
  ],
  how: [
    'Upload a file that describes routes. The command apply on the server changes everything else.',
    'Suba un archivo que describa rutas. El comando apply en el servidor cambia todo lo demás.',
  ],
  limited: [
    'The configuration is of the whole deployment',
    'La configuración es de toda la instalación',
  ],
  why: [
    'You see some enterprises only. You can switch their routes on and off.',
    'Usted ve solo algunas empresas. Puede activar y desactivar sus rutas.',
  ],
})

const NEW = 'new'

export function Configuration() {
  const t = useText(texts)
  const words = useText(configurationTexts)
  const { data: me } = useQuery(meQuery)
  const [{ open }, change] = useShown()
  const query = useInfiniteQuery({
    queryKey: ['operator', 'versions', 'list'],
    queryFn: async () => ({ data: await versionsQuery.queryFn(), cursor: null }),
    ...paging,
  })
  if (me?.enterprise_ids != null)
    return (
      <Page title={t.title}>
        <Empty title={t.limited}>
          <p>{t.why}</p>
        </Empty>
      </Page>
    )
  if (open === NEW)
    return (
      <NewVersion
        back={() => change({ open: undefined })}
        show={(number) => change({ open: String(number) })}
      />
    )
  return (
    <ObjectsPage
      name="versions"
      title={t.title}
      one={words.version}
      acts={
        <>
          {may(me, 'preview') ? <SaveFile /> : null}
          {may(me, 'read_details') ? (
            <DeskAct
              label={t.saveDetails}
              repeats
              before={t.sealed}
              after={t.read}
              run={(_values, reason) =>
                act('/operator/v1/configuration/file/details', {}, { reason })
              }
              onDone={({ file }) => save(file)}
            />
          ) : null}
          {may(me, 'preview') ? (
            <Button onClick={() => change({ open: NEW })}>{t.upload}</Button>
          ) : null}
        </>
      }
      panel={(number) => <Version key={number} number={number} />}
      query={query}
      columns={[
        { id: 'number', head: words.version, cell: ({ number }) => <b>{number}</b> },
        { id: 'status', head: words.state, cell: ({ status }) => <VersionState status={status} /> },
        { id: 'by', head: words.by, cell: ({ actor }) => loginOf(actor) },
        { id: 'reason', head: t.reason, isProse: true, cell: ({ reason }) => reason },
        {
          id: 'from',
          head: words.from,
          cell: (one) => <Time at={one.effective_from ?? one.created_at} />,
        },
        {
          id: 'changes',
          head: words.changes,
          cell: ({ changes }) => changes.map(({ what }) => what).join(', '),
        },
      ]}
      idOf={({ number }) => String(number)}
      empty={[t.none, t.how]}
    />
  )
}

function SaveFile() {
  const t = useText(texts)
  const saving = useMutation({
    mutationFn: () => read('/operator/v1/configuration/file'),
    onSuccess: ({ file }) => save(file),
  })
  return (
    <div>
      <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>
        {t.save}
      </Button>
      {saving.isSuccess ? (
        <p className="dim" role="status">
          {t.saved}
        </p>
      ) : null}
      {saving.isError ? <FailedAct>{messageOf(saving.error)}</FailedAct> : null}
    </div>
  )
}

const SAVED_MS = 60_000

/** As if a link to the file were clicked. */
function save(file: string): void {
  const url = URL.createObjectURL(new Blob([file], { type: 'application/yaml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `corridor-${new Date(now()).toISOString().slice(0, 10)}.yaml`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), SAVED_MS)
}
