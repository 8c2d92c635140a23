// The facts of an entry of an audit trail. Long ones open on demand.
import { wordsOf } from './audit-words.ts'

const LONGEST = 160

export function AuditDetail({ detail }: { detail: unknown }) {
  const whole = wordsOf(detail)
  return whole.length <= LONGEST ? (
    whole
  ) : (
    <details className="others">
      <summary>{whole.slice(0, LONGEST / 2)}…</summary>
      {whole}
    </details>
  )
}
