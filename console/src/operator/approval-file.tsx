// The operator file of an act that waits: as it was asked, and what it would change now.
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FailedAct } from '../parts/act.tsx'
import { messageOf } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { act, may, meQuery } from './api.ts'
import { FilePreview } from './configuration-preview.tsx'

const texts = bilingual({
  file: ['The file', 'El archivo'],
  show: ['Preview what it would change', 'Ver qué cambiaría'],
})

export type AskedFile = { file: string; effective_from?: string }

export const isAskedFile = (body: unknown): body is AskedFile =>
  typeof body === 'object' && body !== null && 'file' in body && typeof body.file === 'string'

export function ApprovalFile({ body, isPending }: { body: AskedFile; isPending: boolean }) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const { file, effective_from: from } = body
  const previewing = useMutation({
    mutationFn: async () =>
      (
        await act(
          '/operator/v1/configuration/preview',
          {},
          { file, ...(from === undefined ? {} : { effective_from: from }) },
        )
      ).data,
  })
  return (
    <>
      <h3>{t.file}</h3>
      <pre className="json" tabIndex={0}>
        {file}
      </pre>
      {isPending && may(me, 'preview') ? (
        <div className="acts">
          <Button
            variant="default"
            loading={previewing.isPending}
            onClick={() => previewing.mutate()}
          >
            {t.show}
          </Button>
        </div>
      ) : null}
      {previewing.isError ? (
        <FailedAct className="said">{messageOf(previewing.error)}</FailedAct>
      ) : null}
      {previewing.data == null ? null : <FilePreview preview={previewing.data} />}
    </>
  )
}
