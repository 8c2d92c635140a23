// Narrows a list to rows whose reference has a part. What is typed counts with Enter, or when the field is left.
import { TextInput } from '@mantine/core'
import { useState } from 'react'

type TextFilterProps = {
  label: string
  value: string | undefined
  choose: (text: string | undefined) => void
}

/** Another value of the address begins anew. */
export const TextFilter = (props: TextFilterProps) => <Field key={props.value} {...props} />

function Field({ label, value, choose }: TextFilterProps) {
  const [typed, setTyped] = useState(value ?? '')
  const commit = () => {
    const text = typed.trim() === '' ? undefined : typed.trim()
    if (text !== value) choose(text)
  }
  return (
    <TextInput
      type="search"
      size="xs"
      label={label}
      value={typed}
      maxLength={64}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit()
      }}
    />
  )
}
