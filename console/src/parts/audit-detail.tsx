// The facts of an entry of an audit trail. Long ones open on demand.
import { wordsOf } from './audit-words.ts'
import { bilingual, useText } from './language.tsx'

const texts = bilingual({
  yes: ['yes', 'sí'],
  no: ['no', 'no'],
  field: {
    account: ['account', 'cuenta'],
    act: ['act', 'acto'],
    address: ['address', 'dirección'],
    amount: ['amount', 'monto'],
    amounts: ['amounts', 'montos'],
    applied: ['applied', 'aplicada'],
    approval: ['approval', 'aprobación'],
    approval_id: ['approval', 'aprobación'],
    asked: ['asked', 'pedido'],
    asset: ['asset', 'activo'],
    assignee: ['assigned to', 'asignado a'],
    body: ['body', 'cuerpo'],
    cause: ['cause', 'causa'],
    changed: ['changed', 'cambiado'],
    changes: ['changes', 'cambios'],
    client_id: ['client', 'cliente'],
    closed: ['closed', 'cerradas'],
    code: ['code', 'código'],
    contact: ['contact', 'contacto'],
    count: ['count', 'cantidad'],
    counterparty: ['counterparty', 'contraparte'],
    currency: ['currency', 'moneda'],
    deadline: ['deadline', 'plazo'],
    deposit: ['deposit', 'depósito'],
    deposit_id: ['deposit', 'depósito'],
    details: ['details', 'detalles'],
    differences: ['differences', 'diferencias'],
    document: ['document', 'documento'],
    documents: ['documents', 'documentos'],
    due_at: ['due', 'para el'],
    enterprise_ids: ['enterprises', 'empresas'],
    evidence: ['evidence', 'prueba'],
    expires_at: ['expires', 'vence'],
    fields: ['fields', 'campos'],
    from: ['from', 'desde'],
    heads: ['heads', 'extremos'],
    holds_order: ['holds the order', 'retiene la orden'],
    identity_provider: ['provider', 'proveedor'],
    issuer: ['issuer', 'emisor'],
    is_disabled: ['disabled', 'desactivado'],
    is_retired: ['retired', 'retirada'],
    key: ['key', 'clave'],
    kind: ['kind', 'tipo'],
    kinds: ['kinds', 'tipos'],
    label: ['label', 'nombre'],
    language: ['language', 'idioma'],
    limit: ['limit', 'límite'],
    login: ['login', 'usuario'],
    matches: ['matches', 'coincidencias'],
    message: ['message', 'mensaje'],
    method: ['method', 'método'],
    movement: ['movement', 'movimiento'],
    movement_id: ['movement', 'movimiento'],
    name: ['name', 'nombre'],
    note: ['note', 'nota'],
    operation: ['operation', 'operación'],
    order: ['order', 'orden'],
    order_id: ['order', 'orden'],
    organization_id: ['organization', 'organización'],
    organizations: ['organizations', 'organizaciones'],
    outcome: ['outcome', 'resultado'],
    params: ['parameters', 'parámetros'],
    parked_reason: ['parked for', 'en espera por'],
    period: ['period', 'período'],
    prepared_by: ['prepared by', 'preparada por'],
    problem: ['problem', 'problema'],
    proposed_by: ['proposed by', 'propuesto por'],
    provider: ['provider', 'proveedor'],
    queued: ['queued', 'en cola'],
    rail: ['rail', 'riel'],
    raised_until: ['raised until', 'ampliado hasta'],
    reason: ['reason', 'motivo'],
    record: ['record', 'registro'],
    reference: ['reference', 'referencia'],
    refund: ['refund', 'reembolso'],
    revoked_at: ['revoked', 'revocada'],
    right: ['right', 'derecho'],
    role: ['role', 'rol'],
    roles: ['roles', 'roles'],
    scopes: ['scopes', 'permisos'],
    second_admin: ['second admin', 'segundo administrador'],
    second_person_for_keys: ['second person for keys', 'segunda persona para claves'],
    second_person_from: ['second person from', 'segunda persona desde'],
    state: ['state', 'estado'],
    status: ['status', 'estado'],
    subject: ['about', 'sobre'],
    to: ['to', 'hacia'],
    transaction: ['transaction', 'transacción'],
    units: ['units', 'unidades'],
    until: ['until', 'hasta'],
    verb: ['verb', 'verbo'],
    version: ['version', 'versión'],
    what: ['what', 'qué'],
    with_details: ['with details', 'con detalles'],
  },
  value: {
    viewer: ['viewer', 'consulta'],
    preparer: ['preparer', 'preparador'],
    approver: ['approver', 'aprobador'],
    developer: ['developer', 'desarrollador'],
    admin: ['admin', 'administrador'],
    operator: ['operator', 'operador'],
    treasurer: ['treasurer', 'tesorería'],
    compliance: ['compliance', 'cumplimiento'],
    quotes: ['quotes', 'cotizaciones'],
    fills: ['conversions', 'conversiones'],
    sends: ['payouts and refunds', 'pagos y reembolsos'],
  },
})

const LONGEST = 160

/** `wordOf`: the words of the page for statuses and other identifiers. The identifiers are in the title. */
export function AuditDetail({
  detail,
  wordOf,
}: {
  detail: unknown
  wordOf?: (name: string) => string
}) {
  const t = useText(texts)
  const whole = wordsOf(detail, { ...t, wordOf })
  const raw = wordsOf(detail, { ...t, value: {} })
  const title = raw === whole ? undefined : raw
  return whole.length <= LONGEST ? (
    <span title={title}>{whole}</span>
  ) : (
    <details className="others" title={title}>
      <summary>{whole.slice(0, LONGEST / 2)}…</summary>
      {whole}
    </details>
  )
}
