// Choices as chips: one, or none of them, is chosen. A chip may say how many there are.
import styles from './chips.module.css'

export function Chips<Value extends string>({
  label,
  options,
  chosen,
  choose,
}: {
  label: string
  options: readonly { value: Value | undefined; label: string; count?: string }[]
  chosen: Value | undefined
  choose: (value: Value | undefined) => void
}) {
  return (
    <div className={styles['chips']} role="group" aria-label={label}>
      {options.map(({ value, label: word, count }) => (
        <button
          key={value ?? ''}
          type="button"
          className={styles['chip']}
          data-count={count}
          aria-pressed={value === chosen}
          onClick={() => choose(value)}
        >
          {word}
        </button>
      ))}
    </div>
  )
}

/** The option that an address names; undefined for any other text. */
export const oneOf = <Value extends string>(
  options: readonly Value[],
  text: string | undefined,
): Value | undefined => options.find((option) => option === text)
