// A field of an act: a text, a choice, several choices, a date or an amount.
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { AmountInput } from '../parts/amount-input.tsx'
import { Candidates, type FindCandidates } from './candidates.tsx'

/** The choices in the value of a field of several. */
export const chosenIn = (text = ''): string[] => text.split('\n').filter((one) => one !== '')
export const chosenAs = (chosen: readonly string[]): string => chosen.join('\n')

export type Values = Readonly<Record<string, string>>

export type ActField = {
  name: string
  label: string
  hint?: string
  initial?: string
  /** Other fields must be filled before the act is sent. */
  isOptional?: boolean
  /** Choices of a list; without them it is a text. */
  options?: readonly { value: string; label: string }[]
  /** What exists, beside a text that may be anything else. */
  suggested?: readonly string[]
  /** Finds what a text may mean. One that is chosen becomes the text. */
  candidates?: FindCandidates
  /** Several of the choices, as `chosenIn` reads them, or none. */
  isMany?: boolean
  isDate?: boolean
  /** Its amount is written as the page writes amounts, perhaps with this code. `initial` and the value sent are decimal strings. */
  amountIn?: string
  /** It is there, and is sent, only with these values of other fields. */
  isShown?: (values: Values) => boolean
  /** The value sent, such as an account number without blanks. */
  read?: (typed: string) => string
}

type Props = {
  field: ActField
  label: string
  value: string
  error: string | undefined
  isFirst: boolean
  change: (value: string) => void
}

export function FieldInput({ field, label, value, error, isFirst, change }: Props) {
  const { hint, options, isMany, isDate, amountIn, suggested = [], candidates } = field
  const list = useId()
  const shared = {
    label,
    description: hint,
    error,
    mb: 'sm',
    ...(isFirst ? { 'data-autofocus': true } : {}),
  }
  if (options !== undefined && isMany === true)
    return (
      <Checkbox.Group
        {...shared}
        value={chosenIn(value)}
        onChange={(chosen) => change(chosenAs(chosen))}
      >
        <div className="many">
          {options.map((option) => (
            <Checkbox key={option.value} {...option} />
          ))}
        </div>
      </Checkbox.Group>
    )
  if (amountIn !== undefined)
    return <AmountInput {...shared} autoComplete="off" typed={value} change={change} />
  return options === undefined ? (
    <>
      <TextInput
        {...shared}
        {...(isDate === true ? { type: 'date' } : {})}
        {...(suggested.length === 0 ? {} : { list })}
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {suggested.length === 0 ? null : (
        <datalist id={list}>
          {suggested.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {candidates === undefined ? null : (
        <Candidates label={label} find={candidates} typed={value} choose={change} />
      )}
    </>
  ) : (
    <NativeSelect
      {...shared}
      value={value}
      data={[...options]}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
