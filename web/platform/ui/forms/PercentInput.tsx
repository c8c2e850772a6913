import { TextInput, type TextInputProps } from './TextInput.tsx'
import { useFigureText } from '../figures/useFigureText.ts'

type PercentInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode' | 'size'> & {
  /** Basis points, 525 = 5.25 %; null when empty. */
  value: number | null
  /** `readable` is false while the text is neither empty nor a percentage up to 100. */
  onChange: (basisPoints: number | null, readable: boolean) => void
}

const whole = 10_000

/** A percentage of at most 100, typed with up to two decimals. */
export function PercentInput({ value, onChange, onBlur, ...rest }: PercentInputProps) {
  const { understood, alone, control } = useFigureText({ value, onChange, unit: '%', most: whole })
  const { leave, ...input } = control
  const box = (
    <TextInput
      autoComplete="off"
      {...rest}
      {...input}
      inputMode="decimal"
      inputClassName="text-right"
      end={
        <span aria-hidden className="ml-2 whitespace-nowrap text-ink-3">
          {understood === null ? '%' : `= ${understood} %`}
        </span>
      }
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
    />
  )
  if (alone === null) return box
  return (
    <>
      {box}
      <p className="mt-1.5 text-sm text-danger-ink">{alone}</p>
    </>
  )
}
