// Narrows a list to amounts of one currency between two. The address has the amounts in the form of the service.
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { groupDigits, readAmount, writeAmount } from './amount.ts'
import { FieldPopover } from './field-popover.tsx'
import { bilingual, useLanguage, useText } from './language.tsx'

const texts = bilingual({
  any: ['any amount', 'cualquier monto'],
  currency: ['Currency', 'Moneda'],
  choose: ['choose one', 'elija una'],
  min: ['At least', 'Al menos'],
  max: ['At most', 'Como máximo'],
  wrong: ['must be an amount such as 1,000.00', 'debe ser un monto como 1.000,00'],
  first: ['Choose a currency first.', 'Elija primero una moneda.'],
  from: [(amount: string) => `from ${amount}`, (amount: string) => `desde ${amount}`],
  to: [(amount: string) => `up to ${amount}`, (amount: string) => `hasta ${amount}`],
})

export type Amounts = {
  currency?: string | undefined
  min?: string | undefined
  max?: string | undefined
}

export function AmountFilter({
  label,
  currencies,
  amounts,
  choose,
}: {
  label: string
  currencies: readonly string[]
  amounts: Amounts
  choose: (amounts: Amounts) => void
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  const { currency, min, max } = amounts
  const said = (amount: string) => `${groupDigits(amount, language)} ${currency ?? ''}`
  const value =
    min !== undefined && max !== undefined
      ? `${groupDigits(min, language)} – ${said(max)}`
      : min !== undefined
        ? t.from(said(min))
        : max !== undefined
          ? t.to(said(max))
          : currency
  const listed = new Set([...(currency === undefined ? [] : [currency]), ...currencies])
  return (
    <FieldPopover label={label} value={value} none={t.any}>
      <NativeSelect
        size="xs"
        label={t.currency}
        data={[
          { value: '', label: t.choose },
          ...[...listed].map((code) => ({ value: code, label: code })),
        ]}
        value={currency ?? ''}
        onChange={({ currentTarget: { value: code } }) =>
          choose(
            code === ''
              ? { currency: undefined, min: undefined, max: undefined }
              : { currency: code },
          )
        }
      />
      {(['min', 'max'] as const).map((name) => (
        <Bound
          key={`${name} ${language} ${amounts[name] ?? ''}`}
          label={t[name]}
          hint={currency === undefined ? t.first : undefined}
          wrong={t.wrong}
          initial={amounts[name]}
          currency={currency}
          choose={(amount) => choose({ [name]: amount })}
        />
      ))}
    </FieldPopover>
  )
}

/** What is typed counts when the field is left, or with Enter. */
function Bound({
  label,
  hint,
  wrong,
  initial,
  currency,
  choose,
}: {
  label: string
  hint: string | undefined
  wrong: string
  initial: string | undefined
  currency: string | undefined
  choose: (amount: string | undefined) => void
}) {
  const { language } = useLanguage()
  const [typed, setTyped] = useState(initial === undefined ? '' : writeAmount(initial, language))
  const [isWrong, setWrong] = useState(false)
  const commit = () => {
    const amount = typed.trim() === '' ? undefined : readAmount(typed, language, currency)
    setWrong(typed.trim() !== '' && amount === undefined)
    if (amount !== initial && (typed.trim() === '' || amount !== undefined)) choose(amount)
  }
  return (
    <TextInput
      size="xs"
      label={label}
      description={hint}
      disabled={currency === undefined}
      inputMode="decimal"
      value={typed}
      error={isWrong ? wrong : undefined}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit()
      }}
    />
  )
}
