import { TextInput, type TextInputProps } from './TextInput.tsx'
import { useFigureText } from '../figures/useFigureText.ts'

type MoneyInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode'> & {
  /** Integer euro cents; null when empty. */
  value: number | null
  /** `readable` is false while the text is neither empty nor an amount. */
  onChange: (cents: number | null, readable: boolean) => void
  /** Whether the amount may be negative. */
  signed?: boolean
}

/** An amount in euros: typed in any usual form, returned in cents. `large` uses the display typeface. */
export function MoneyInput({ value, onChange, signed = false, size = 'normal', onBlur, ...rest }: MoneyInputProps) {
  const { understood, control } = useFigureText({ value, onChange, unit: '€', signed })
  const { leave, ...input } = control
  const large = size === 'large'
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...input}
      size={size}
      inputMode="decimal"
      inputClassName={large ? 'font-display text-[1.875rem] font-title tracking-tight' : 'text-right'}
      end={
        <span aria-hidden className={`whitespace-nowrap text-ink-3 ${large ? 'text-[1.25rem] font-strong' : 'ml-2'}`}>
          {understood === null ? '€' : `= ${understood} €`}
        </span>
      }
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
    />
  )
}
