// The state of a webhook endpoint, and the secret that only the answer to its creation has.
import type { WebhookEndpoint } from '@corridor/sdk'
import { Copyable } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { State } from '../parts/status.tsx'

const texts = bilingual({
  enabled: ['enabled', 'activo'],
  disabled: ['disabled', 'desactivado'],
  failing: ['failing', 'fallando'],
  secret: [
    'Copy the secret now. It signs the requests, and is not shown again.',
    'Copie el secreto ahora. Firma las solicitudes y no se vuelve a mostrar.',
  ],
  secretName: ['the secret', 'el secreto'],
})

export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useText(texts)
  if (endpoint.status === 'DISABLED') return <State word={t.disabled} shape="off" />
  return endpoint.failing_since === null ? (
    <State word={t.enabled} shape="done" />
  ) : (
    <State word={t.failing} shape="failed" />
  )
}

/** Only the answer that makes it has the secret. */
export function EndpointSecret({ secret }: { secret: string }) {
  const t = useText(texts)
  return (
    <div className="secret" role="status">
      <p>
        <b>{t.secret}</b>
      </p>
      <Copyable value={secret} label={t.secretName} />
    </div>
  )
}
