// Filters of a list as chips. The chosen value is in the address, so that a link shares what is seen.
import { useShown } from './address.ts'
import { Chips } from './chips.tsx'

export function FilterChips({
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
    <Chips
      label={label}
      options={values.map(([value, text]) => ({ value, label: text }))}
      chosen={chosen}
      choose={(value) => change({ [name]: value, open: undefined })}
    />
  )
}
