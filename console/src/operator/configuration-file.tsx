// Takes an operator file that describes routes: it is read in the browser, previewed, and then applied or proposed. Nothing
// changes before that.
import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FailedAct } from '../parts/act.tsx'
import { amountsIn } from '../parts/amount.ts'
import { messageOf } from '../parts/client.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { Page, Section } from '../parts/page.tsx'
import { act, may, meQuery } from './api.ts'
import { FilePreview, Warnings } from './configuration-preview.tsx'
import { DeskAct } from './desk-act.tsx'

const texts = bilingual({
  title: ['A file of routes', 'Un archivo de rutas'],
  back: ['All versions', 'Todas las versiones'],
  how: [
    'The file describes each of its routes completely: a key that it leaves out gets its default. Everything else of the configuration changes by the command apply on the server.',
    'El archivo describe cada una de sus rutas por completo: una clave que omite toma su valor por defecto. El resto de la configuración cambia con el comando apply en el servidor.',
  ],
  choose: ['Operator file (YAML)', 'Archivo de operador (YAML)'],
  text: ['The file', 'El archivo'],
  textHint: ['You may change it here, or paste it.', 'Puede cambiarlo aquí, o pegarlo.'],
  large: [
    (kilo: number) => `It has ${kilo} KiB. A file over the API has at most 64 KiB.`,
    (kilo: number) => `Tiene ${kilo} KiB. Un archivo por la API tiene como máximo 64 KiB.`,
  ],
  unread: ['The browser could not read the file.', 'El navegador no pudo leer el archivo.'],
  from: ['Effective from', 'Vigente desde'],
  fromHint: [
    'An instant in UTC, such as 2099-04-01T00:00:00Z. Empty: at once.',
    'Un instante en UTC, como 2099-04-01T00:00:00Z. Vacío: de inmediato.',
  ],
  amounts: ['Amounts of the preview', 'Montos de la vista previa'],
  amountsHint: [
    'Optional, such as 1,000.00 USDC, 250,000.00 MXN.',
    'Opcional, como 1.000,00 USDC, 250.000,00 MXN.',
  ],
  show: ['Preview this file', 'Ver qué cambiaría'],
  preview: ['What it would change', 'Lo que cambiaría'],
  first: [
    'A preview changes nothing. Preview the file before you apply it.',
    'La vista previa no cambia nada. Véala antes de aplicar el archivo.',
  ],
  changed: [
    'The file or its instant has changed since the preview. Preview it again.',
    'El archivo o su instante cambió desde la vista previa. Véala otra vez.',
  ],
  apply: ['Apply this file', 'Aplicar este archivo'],
  before: [
    'Customers are quoted the present terms.',
    'A los clientes se les cotizan las condiciones actuales.',
  ],
  after: [
    'New quotes have the new terms. Firm quotes and orders stay as they are.',
    'Las cotizaciones nuevas usan las nuevas. Las firmes y las órdenes no cambian.',
  ],
  later: [
    (from: string) => `From ${from} on, new quotes have the new terms.`,
    (from: string) => `Desde ${from}, las cotizaciones nuevas usan las nuevas condiciones.`,
  ],
  final: [
    'You cannot undo orders that are made meanwhile. The way back makes a new version.',
    'No se puede deshacer las órdenes hechas entretanto. La vuelta atrás crea otra versión.',
  ],
  role: ['Your role may preview, and not apply.', 'Su rol puede verlas, no aplicarlas.'],
  version: [
    (number: number) => `Open version ${number}`,
    (number: number) => `Abrir la versión ${number}`,
  ],
  nothing: [
    'The routes are so already: there is no new version.',
    'Las rutas ya están así: no hay versión nueva.',
  ],
})

const KIB = 1024
const MOST_KIB = 64

export function NewVersion({ back, show }: { back: () => void; show: (number: number) => void }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const { data: me } = useQuery(meQuery)
  const [file, setFile] = useState('')
  const [problem, setProblem] = useState<string>()
  const [from, setFrom] = useState('')
  const [amounts, setAmounts] = useState('')
  /** A large file that was chosen first may be read last. */
  const reading = useRef<File>(undefined)
  const instant = from.trim() === '' ? {} : { effective_from: from.trim() }
  const asked = JSON.stringify([file, instant])
  const previewing = useMutation({
    mutationFn: async () => {
      const wanted = amountsIn(amounts, language)
      const { data } = await act(
        '/operator/v1/configuration/preview',
        {},
        { file, ...instant, ...(wanted.length === 0 ? {} : { amounts: wanted }) },
      )
      return { asked, preview: data }
    },
  })
  const take = async (chosen: File | undefined) => {
    reading.current = chosen
    if (chosen === undefined) return
    const kilo = Math.ceil(chosen.size / KIB)
    if (kilo > MOST_KIB) return setProblem(t.large(kilo))
    try {
      const text = await chosen.text()
      if (reading.current !== chosen) return
      setFile(text)
      setProblem(undefined)
    } catch {
      setProblem(t.unread)
    }
  }
  const shown = previewing.data
  const isCurrent = shown?.asked === asked
  return (
    <Page
      title={t.title}
      below={t.how}
      acts={
        <button type="button" className="plain copy" onClick={back}>
          {t.back}
        </button>
      }
    >
      <div className="side-by-side">
        <Section title={t.text}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (file.trim() !== '' && !previewing.isPending) previewing.mutate()
            }}
          >
            <TextInput
              type="file"
              accept=".yaml,.yml,.json,application/yaml,text/yaml,application/json"
              label={t.choose}
              onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
              mb="sm"
              {...(problem === undefined ? {} : { error: problem })}
            />
            <Textarea
              label={t.text}
              description={t.textHint}
              value={file}
              onChange={({ currentTarget }) => setFile(currentTarget.value)}
              rows={16}
              spellCheck={false}
              autoComplete="off"
              classNames={{ input: 'code' }}
              mb="sm"
            />
            <TextInput
              label={t.from}
              description={t.fromHint}
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
              mb="sm"
            />
            <TextInput
              label={t.amounts}
              description={t.amountsHint}
              value={amounts}
              onChange={({ currentTarget }) => setAmounts(currentTarget.value)}
              mb="sm"
            />
            <Button
              type="submit"
              variant="default"
              loading={previewing.isPending}
              disabled={file.trim() === '' || !may(me, 'preview')}
            >
              {t.show}
            </Button>
          </form>
        </Section>
        <Section title={t.preview}>
          {previewing.isError ? (
            <FailedAct className="said">{messageOf(previewing.error)}</FailedAct>
          ) : null}
          {may(me, 'configure') ? (
            isCurrent ? (
              <DeskAct
                label={t.apply}
                tone="primary"
                before={t.before}
                after={from.trim() === '' ? t.after : t.later(from.trim())}
                final={t.final}
                run={(_values, reason) =>
                  act('/operator/v1/configuration/versions', {}, { file, ...instant, reason })
                }
                done={({ version, warnings }) => (
                  <>
                    {version === null ? (
                      t.nothing
                    ) : (
                      <button
                        type="button"
                        className="plain copy"
                        onClick={() => show(version.number)}
                      >
                        {t.version(version.number)}
                      </button>
                    )}
                    <Warnings warnings={warnings} />
                  </>
                )}
              />
            ) : (
              <p className="dim">{shown === undefined ? t.first : t.changed}</p>
            )
          ) : (
            <p className="dim">{t.role}</p>
          )}
          {shown?.preview == null ? null : <FilePreview preview={shown.preview} />}
        </Section>
      </div>
    </Page>
  )
}
