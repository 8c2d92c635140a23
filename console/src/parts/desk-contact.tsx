// How a customer reaches the desk: a mail address or a link, from the brand of its operator file. Nothing without one.
import { useBrand } from './brand.tsx'
import { codeOf } from './client.ts'
import { bilingual, useText } from './language.tsx'

const texts = bilingual({ contact: ['Ask the desk:', 'Pregunte a la mesa:'] })

export function DeskContact() {
  const t = useText(texts)
  const contact = useBrand()?.contact ?? null
  return contact === null ? null : (
    <>
      {t.contact}{' '}
      {/^https?:/.test(contact) ? (
        <a href={contact} target="_blank" rel="noopener noreferrer">
          {contact}
        </a>
      ) : (
        <a href={`mailto:${contact}`}>{contact}</a>
      )}
    </>
  )
}

/** Refusals of customers that only the desk can end. */
const OF_THE_DESK: ReadonlySet<string | undefined> = new Set([
  'organization_not_active',
  'instrument_not_active',
  'volume_limit_reached',
  'exposure_limit_reached',
  'quotes_halted',
])

/** For a refusal that only the desk can end. */
export const ContactAfter = ({ error }: { error: unknown }) =>
  OF_THE_DESK.has(codeOf(error)) ? <DeskContact /> : null
