// A field of a filter that shows what is chosen. It opens to the fields that choose it.
import { Popover } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import styles from './filters.module.css'

export function FieldPopover({
  label,
  value,
  none,
  size = 'xs',
  children,
}: {
  label: string
  /** Undefined: nothing is chosen. */
  value: string | undefined
  none: string
  size?: 'xs' | 'sm'
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={styles['field']} data-size={size}>
      <span id={id}>{label}</span>
      <Popover position="bottom-start" trapFocus returnFocus transitionProps={{ duration: 0 }}>
        <Popover.Target>
          <button
            type="button"
            className={styles['value']}
            data-chosen={value === undefined ? undefined : true}
            aria-describedby={id}
          >
            {value ?? none}
          </button>
        </Popover.Target>
        <Popover.Dropdown
          aria-labelledby={id}
          className={styles['dropdown'] ?? ''}
          // Escape closes this, and not the dialog around it.
          onFocusCapture={({ target }) =>
            target.setAttribute('data-mantine-stop-propagation', 'true')
          }
        >
          {children}
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
