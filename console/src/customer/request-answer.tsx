// The form that answers an information request: a field for each question, a file for each wanted document. Files are
// uploaded when the answer is sent, each once, also when a first attempt failed.
import type { InformationRequest, Schemas } from '@corridor/sdk'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Act, FailedAct } from '../parts/act.tsx'
import { faultsOf } from '../parts/client.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { corridor, patientCorridor } from './corridor.ts'

const texts = bilingual({
  optional: ['optional', 'opcional'],
  country: ['Two letters, such as CO.', 'Dos letras, como CO.'],
  send: ['Send the answer', 'Enviar la respuesta'],
  sending: [
    'An answer is sent once and cannot be changed. It is encrypted, and not shown again.',
    'Una respuesta se envía una vez y no se puede cambiar. Se cifra y no se vuelve a mostrar.',
  ],
  missing: [
    'Everything that is not optional is needed before the answer can be sent.',
    'Todo lo que no es opcional se necesita antes de enviar la respuesta.',
  ],
  types: [
    (size: string) => `PDF, JPEG or PNG of at most ${size}.`,
    (size: string) => `PDF, JPEG o PNG de ${size} como máximo.`,
  ],
  tooLarge: [
    (size: string) => `The file has ${size}. Choose a smaller one.`,
    (size: string) => `El archivo tiene ${size}. Elija uno más pequeño.`,
  ],
  empty: ['The file is empty.', 'El archivo está vacío.'],
  wrongType: ['The file is no PDF, JPEG or PNG.', 'El archivo no es PDF, JPEG ni PNG.'],
})

type Wanted = InformationRequest['documents'][number]
/** A chosen file with the id of its upload, as soon as it has one. */
type Chosen = { file: File; key: string; id?: string }

const TYPES: readonly Schemas['DocumentType'][] = ['application/pdf', 'image/jpeg', 'image/png']
const typeOf = (file: File) => TYPES.find((one) => one === file.type)

export function AnswerForm({
  organization,
  request,
}: {
  organization: string
  request: InformationRequest
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [files, setFiles] = useState<Readonly<Record<string, Chosen>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const size = (bytes: number) => sizeText(bytes, language)
  const label = ({ about, required }: { about: string; required: boolean }) =>
    required ? about : `${about} (${t.optional})`
  const faultOf = ({ name, largest_bytes: largest }: Wanted) => {
    const file = files[name]?.file
    if (file === undefined) return undefined
    if (file.size === 0) return t.empty
    if (file.size > largest) return t.tooLarge(size(file.size))
    return typeOf(file) === undefined ? t.wrongType : undefined
  }
  const given = Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
  const isWhole =
    request.fields.every(({ name, required }) => !required || given[name] !== undefined) &&
    request.documents.every((one) => !one.required || files[one.name] !== undefined) &&
    request.documents.every((one) => faultOf(one) === undefined)

  const upload = async (name: string, chosen: Chosen): Promise<string> => {
    if (chosen.id !== undefined) return chosen.id
    const type = typeOf(chosen.file)
    if (type === undefined) throw new TypeError(t.wrongType)
    const { id } = await patientCorridor.informationRequests.uploadDocument(
      organization,
      request.id,
      { name, type, content: await base64Of(chosen.file) },
      { idempotencyKey: chosen.key },
    )
    chosen.id = id
    return id
  }
  const run = async (idempotencyKey: string) => {
    setFaults({})
    const documents: string[] = []
    // One after the other: each is up to 3 MB.
    for (const [name, chosen] of Object.entries(files)) documents.push(await upload(name, chosen))
    try {
      return await corridor.informationRequests.answer(
        organization,
        request.id,
        { fields: given, document_ids: documents },
        { idempotencyKey },
      )
    } catch (error) {
      setFaults(faultsOf(error))
      throw error
    }
  }
  return (
    <>
      {request.fields.map((field) => (
        <TextInput
          key={field.name}
          label={label(field)}
          type={field.type === 'date' ? 'date' : 'text'}
          description={field.type === 'country' ? t.country : undefined}
          maxLength={field.type === 'country' ? 2 : 500}
          autoComplete="off"
          value={values[field.name] ?? ''}
          error={faults[field.name]}
          onChange={({ currentTarget: { value } }) =>
            setValues({
              ...values,
              [field.name]: field.type === 'country' ? value.toUpperCase() : value,
            })
          }
          mb="sm"
        />
      ))}
      {request.documents.map((one) => (
        <DocumentField
          key={one.name}
          id={`document-${request.id}-${one.name}`}
          label={label(one)}
          hint={t.types(size(one.largest_bytes))}
          error={faultOf(one)}
          choose={(file) => {
            const { [one.name]: _, ...others } = files
            const chosen = file && { [one.name]: { file, key: crypto.randomUUID() } }
            setFiles({ ...others, ...chosen })
          }}
        />
      ))}
      {isWhole ? null : <p className="dim">{t.missing}</p>}
      <Act
        tone="primary"
        label={t.send}
        disabled={!isWhole}
        run={run}
        confirm={<p>{t.sending}</p>}
      />
    </>
  )
}

function DocumentField({
  id,
  label,
  hint,
  error,
  choose,
}: {
  id: string
  label: string
  hint: string
  error: string | undefined
  choose: (file: File | undefined) => void
}) {
  return (
    <div className="file-field">
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`} className="dim">
        {hint}
      </p>
      <input
        id={id}
        type="file"
        accept={TYPES.join()}
        aria-describedby={`${id}-hint`}
        aria-invalid={error !== undefined}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      {error === undefined ? null : <FailedAct>{error}</FailedAct>}
    </div>
  )
}

/** Rounded down to a tenth: no file of the shown size is refused. */
function sizeText(bytes: number, language: string): string {
  const [unitBytes, unit] = bytes < 1_000_000 ? [1000, 'kB'] : [1_000_000, 'MB']
  if (bytes < 1000) return `${bytes}\u00a0B`
  const number = Math.floor((bytes / unitBytes) * 10) / 10
  return `${new Intl.NumberFormat(language).format(number)}\u00a0${unit}`
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })
