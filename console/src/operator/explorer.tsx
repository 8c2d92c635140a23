// A transaction, with a link to a public explorer where the rail is on a public chain. Nothing is loaded from it: only a
// reader who follows the link tells the explorer which transaction it is.
import { useQuery } from '@tanstack/react-query'
import { Copyable } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { explorerLink } from './explorers.ts'
import { railsQuery } from './rails-query.ts'

const texts = bilingual({
  transaction: ['Transaction', 'Transacción'],
  explorer: ['Explorer', 'Explorador'],
})

/** `rail`: null where it is not known. */
export function Transaction({ rail, value }: { rail: string | null; value: string }) {
  const t = useText(texts)
  const { data: rails } = useQuery({ ...railsQuery, enabled: rail !== null })
  const link = explorerLink(rails?.find(({ name }) => name === rail)?.chain ?? null, value)
  return (
    <span className="copyable">
      <Copyable value={value} label={t.transaction} />
      {link === undefined ? null : (
        <a href={link} target="_blank" rel="noreferrer">
          {t.explorer}
        </a>
      )}
    </span>
  )
}
