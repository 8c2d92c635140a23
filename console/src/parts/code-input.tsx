// The field for the code that an authenticator app shows.
import { TextInput, type TextInputProps } from '@mantine/core'

export function CodeInput({
  change,
  ...shown
}: Pick<TextInputProps, 'label' | 'description' | 'error' | 'autoFocus' | 'mt'> & {
  value: string
  change: (code: string) => void
}) {
  return (
    <TextInput
      {...shown}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      required
      withAsterisk={false}
    />
  )
}
