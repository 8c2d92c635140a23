// The acts on an information request: read its sealed answer and each document, and close it. What was read stays on the
// page only while it is open.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { Facts } from '../parts/page.tsx'
import { act, actFor, may, meQuery, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'

const texts = bilingual({
  read: ['Read the answer', 'Leer la respuesta'],
  sealed: ['The answer is sealed.', 'La respuesta está sellada.'],
  shown: [
    'It is shown here until you leave. The reading is in the audit trail.',
    'Se muestra aquí hasta que salga. La lectura queda en la auditoría.',
  ],
  readDocument: [(name: string) => `Read ${name}`, (name: string) => `Leer ${name}`],
  save: [(name: string) => `Save ${name}`, (name: string) => `Guardar ${name}`],
  size: [(kilo: string) => `${kilo} kB`, (kilo: string) => `${kilo} kB`],
  noValues: ['The answer has no values.', 'La respuesta no tiene valores.'],
  notYet: ['There is no answer yet.', 'Aún no hay respuesta.'],
  notYours: ['Compliance may read the answer.', 'Cumplimiento puede leer la respuesta.'],
  close: ['Close the information request', 'Cerrar la solicitud de información'],
  open: ['The customer may still be asked.', 'El cliente aún puede responder.'],
  closed: [
    'The request ends. A freeze of the order stays.',
    'La solicitud termina. La orden congelada sigue congelada.',
  ],
  final: [
    'You cannot open a closed request again: make another one.',
    'No se puede reabrir una solicitud cerrada: haga otra.',
  ],
})

/** `status`: that of the request. */
export function RequestActs({ id, status }: { id: string; status: string }) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const mayRead = may(me, 'read_sealed')
  return (
    <div className="acts section">
      {status === 'OPEN' ? (
        <p className="dim">{t.notYet}</p>
      ) : mayRead ? (
        <DeskAct
          label={t.read}
          tone="primary"
          before={t.sealed}
          after={t.shown}
          run={(_values, reason) =>
            act(
              '/operator/v1/information_requests/{information_request_id}/read',
              {
                information_request_id: id,
              },
              { reason },
            )
          }
          done={(answer) => <SealedAnswer answer={answer} />}
        />
      ) : (
        <p className="dim">{t.notYours}</p>
      )}
      <DeskAct
        act="information_request.close"
        label={t.close}
        before={t.open}
        after={t.closed}
        final={t.final}
        run={actFor('/operator/v1/information_requests/{information_request_id}/close', {
          information_request_id: id,
        })}
      />
    </div>
  )
}

function SealedAnswer({ answer }: { answer: Schemas['InformationAnswer'] }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const kilo = (bytes: number) => t.size(groupDigits(String(Math.ceil(bytes / 1000)), language))
  return (
    <div className="sealed">
      {Object.keys(answer.fields).length === 0 ? (
        <p className="dim">{t.noValues}</p>
      ) : (
        <Facts facts={answer.fields} />
      )}
      <p className="dim">{t.shown}</p>
      {answer.documents.map((one) => (
        <div key={one.id} className="acts">
          <DeskAct
            label={t.readDocument(`${one.name}, ${one.type}, ${kilo(one.size_bytes)}`)}
            size="xs"
            before={t.sealed}
            after={t.shown}
            run={(_values, reason) =>
              act(
                '/operator/v1/information_requests/{information_request_id}/documents/{information_document_id}/read',
                {
                  information_request_id: answer.information_request_id,
                  information_document_id: one.id,
                },
                { reason },
              )
            }
            done={(content) => <Document content={content} />}
          />
        </div>
      ))}
    </div>
  )
}

const EXTENSIONS: Readonly<Record<Schemas['InformationContent']['type'], string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** Images are shown. A PDF is only saved: nothing of it runs in this page. */
function Document({
  content: { id, name, type, content },
}: {
  content: Schemas['InformationContent']
}) {
  const t = useText(texts)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content, type])
  const file = `${name}-${id.slice(-6)}.${EXTENSIONS[type]}`
  return (
    <div className="sealed">
      {type === 'application/pdf' ? null : (
        <img className="document" alt={name} src={`data:${type};base64,${content}`} />
      )}
      {url === undefined ? null : (
        <a href={url} download={file}>
          {t.save(file)}
        </a>
      )}
    </div>
  )
}
