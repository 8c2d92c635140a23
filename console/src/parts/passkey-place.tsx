// Says that passkeys do not work at the address of this page, with a link to the same page where they do. Its session is another
// one: cookies belong to a host name.
import { bilingual, useText } from './language.tsx'
import { atAddress } from './passkey.ts'

const texts = bilingual({
  address: [
    'No browser makes or uses passkeys at an address of numbers. Open this page by the name of its host.',
    'Ningún navegador crea ni usa passkeys en una dirección de números. Abra esta página con el nombre de su servidor.',
  ],
  here: [
    'No browser makes or uses passkeys at an address of numbers. Open the same page at',
    'Ningún navegador crea ni usa passkeys en una dirección de números. Abra la misma página en',
  ],
  again: ['You sign in there again.', 'Allí inicia sesión otra vez.'],
})

/** Null where passkeys work. */
export function PasskeyPlace() {
  const t = useText(texts)
  const place = atAddress()
  if (place === undefined) return null
  if (place.link === undefined) return <p className="note">{t.address}</p>
  return (
    <p className="note">
      {t.here} <a href={place.link}>{new URL(place.link).host}</a>. {t.again}
    </p>
  )
}
