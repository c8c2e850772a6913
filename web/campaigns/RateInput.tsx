import { useState } from 'react'
import { centsFromText, maskMoney, textFromCents } from '../ui/moneyText.ts'
import { TextInput } from '../ui/TextInput.tsx'

/** A yearly rate typed as a percentage with two decimals at most, handed over in basis points; null when empty. */
export function RateInput({ value, onChange }: { value: number | null; onChange: (basisPoints: number | null) => void }) {
  const written =
    value === null ? '' : textFromCents(value).replace(/,?0+$/, (zeros) => (zeros.startsWith(',') ? '' : zeros.replace(/0$/, '')))
  const [text, setText] = useState(written)
  const shown = centsFromText(text) === value ? text : written
  return (
    <TextInput
      value={shown}
      inputMode="decimal"
      autoComplete="off"
      className="max-w-36"
      inputClassName="text-right"
      end={
        <span aria-hidden className="ml-2 text-ink-3">
          %
        </span>
      }
      onChange={(event) => {
        const masked = maskMoney(event.target.value)
        const rate = centsFromText(masked)
        if (rate !== null && rate > 10_000) return
        setText(masked)
        onChange(rate)
      }}
      onBlur={() => setText(written)}
    />
  )
}
