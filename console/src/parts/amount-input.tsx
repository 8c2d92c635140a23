// A field for an amount, which groups the digits while a person types.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { cursorIn, showTyped, typedIn } from './amount.ts'
import { useLanguage } from './language.tsx'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'inputMode'> & {
  /** Without groups. */
  typed: string
  change: (typed: string) => void
}

export function AmountInput({ typed, change, ...more }: Props) {
  const { language } = useLanguage()
  const shown = showTyped(typed, language)
  const input = useRef<HTMLInputElement>(null)
  const edit = useRef<{ text: string; cursor: number }>(undefined)
  // The browser puts the cursor behind a text that it was given.
  useLayoutEffect(() => {
    const { text, cursor } = edit.current ?? { text: shown, cursor: 0 }
    edit.current = undefined
    if (text === shown) return
    const at = cursorIn(shown, text, cursor, language)
    input.current?.setSelectionRange(at, at)
  })
  return (
    <TextInput
      {...more}
      ref={input}
      value={shown}
      inputMode="decimal"
      onChange={({ currentTarget: { value, selectionStart } }) => {
        edit.current = { text: value, cursor: selectionStart ?? value.length }
        change(typedIn(value, typed, language))
      }}
    />
  )
}
