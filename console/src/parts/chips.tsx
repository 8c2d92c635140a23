// Filters as chips. The chosen value is in the address, so that a link shares what is seen.
import { useShown } from './address.ts'

export function Chips({
  label,
  name,
  values,
}: {
  label: string
  /** Its name in the address. */
  name: 'status' | 'scope'
  /** Undefined: all. */
  values: readonly (readonly [value: string | undefined, label: string])[]
}) {
  const [{ [name]: chosen }, change] = useShown()
  return (
    <div className="chips" role="group" aria-label={label}>
      {values.map(([value, text]) => (
        <button
          key={text}
          type="button"
          className="chip"
          aria-pressed={value === chosen}
          onClick={() => change({ [name]: value, open: undefined })}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
