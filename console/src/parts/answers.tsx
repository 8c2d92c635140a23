// The parts of a page for data that is loading, missing or failed. A failure keeps the last
// data, says how old it is, and is tried again.
import { Button, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNotFound, messageOf, requestIdOf } from './client.ts'
import { bilingual, useLanguage, useText } from './language.tsx'
import { clockTime } from './time.tsx'

const texts = bilingual({
  loading: ['Loading', 'Cargando'],
  failed: ['This cannot be shown now.', 'Esto no se puede mostrar ahora.'],
  kept: [
    (at: string) => `This is as of ${at}; the last attempt to refresh it failed.`,
    (at: string) => `Datos de las ${at}; el último intento de actualizarlos falló.`,
  ],
  again: ['Try again', 'Reintentar'],
  request: ['Request', 'Solicitud'],
  nothing: ['Nothing is here', 'Aquí no hay nada'],
  why: ['It does not exist, or you may not see it.', 'No existe, o usted no puede verlo.'],
})

/** Keeps the layout: as many lines as the data will probably have. */
export function Loading({ lines = 6 }: { lines?: number }) {
  const t = useText(texts)
  return (
    <div className="loading" role="status" aria-label={t.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={20} mt={12} width={line % 3 === 2 ? '60%' : '100%'} />
      ))}
    </div>
  )
}

export function Failing({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useText(texts)
  const request = requestIdOf(error)
  if (isNotFound(error))
    return (
      <Empty title={t.nothing}>
        <p>{t.why}</p>
      </Empty>
    )
  return (
    <div className="failing" role="alert">
      <p>
        <b>{t.failed}</b> {messageOf(error)}
      </p>
      {request === undefined ? null : (
        <p className="dim">
          {t.request} <span className="code">{request}</span>
        </p>
      )}
      {retry === undefined ? null : (
        <Button variant="default" size="xs" onClick={retry}>
          {t.again}
        </Button>
      )}
    </div>
  )
}

/** Names what would be here, and how to make it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p>
        <b>{title}</b>
      </p>
      {children}
    </div>
  )
}

export type Shown = Pick<
  UseQueryResult,
  'isPending' | 'isError' | 'error' | 'dataUpdatedAt' | 'isRefetchError'
> & { refetch: () => unknown }

/** The data of a query, or why there is none yet. */
export function Answer<T>({
  query,
  lines,
  children,
}: {
  query: Shown & { data: T | undefined }
  lines?: number
  children: (data: T) => ReactNode
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  const retry = () => void query.refetch()
  if (query.data === undefined)
    return query.isError ? (
      <Failing error={query.error} retry={retry} />
    ) : (
      <Loading {...(lines === undefined ? {} : { lines })} />
    )
  return (
    <>
      {query.isError ? (
        <div className="stale" role="alert">
          <span>{t.kept(clockTime(query.dataUpdatedAt, language))}</span>{' '}
          <span className="dim">{messageOf(query.error)}</span>
          <Button variant="default" size="compact-xs" onClick={retry}>
            {t.again}
          </Button>
        </div>
      ) : null}
      {children(query.data)}
    </>
  )
}
