// The field for the reason that the audit trail keeps of an act.
import { Textarea, type TextareaProps } from '@mantine/core'

export function ReasonInput({
  change,
  ...shown
}: Pick<TextareaProps, 'label' | 'description' | 'error' | 'mb' | 'my'> & {
  value: string
  change: (reason: string) => void
  'data-autofocus'?: boolean
}) {
  return (
    <Textarea
      {...shown}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      maxLength={500}
      required
      withAsterisk={false}
    />
  )
}
