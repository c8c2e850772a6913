import CalendarDays from 'lucide-react/icons/calendar-days'
import { useRef, useState } from 'react'
import { dateFromText, dateProblem, maskDate, textFromDate } from './dateText.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'
import { useUnparsedText } from '../feedback/unparsedText.ts'

type DateInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode' | 'min' | 'max'> & {
  /** 'YYYY-MM-DD', or null when empty or not a date. */
  value: string | null
  /** `wellFormed` is false while the text is neither empty nor a real day. */
  onChange: (date: string | null, wellFormed: boolean) => void
  /** First and last day of the calendar, 'YYYY-MM-DD'; typed dates are validated by the form. */
  min?: string
  max?: string
  /** Accessible name of the button that opens the calendar. */
  pickerLabel: string
}

/** A date typed as dd.mm.yyyy or picked in the browser's calendar. */
export function DateInput({ value, onChange, min, max, pickerLabel, onBlur, ...rest }: DateInputProps) {
  const [text, setText] = useState(() => textFromDate(value))
  const [left, setLeft] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const shown = dateFromText(text) === value ? text : textFromDate(value)
  const input = useRef<HTMLInputElement>(null)
  const problem = dateProblem(shown)
  const { invalid: malformed } = useUnparsedText(input, problem, left || shown.length === 10, () => setLeft(true))

  function take(next: string) {
    setText(next)
    const date = dateFromText(next)
    onChange(date, date !== null || next === '')
  }

  return (
    <TextInput
      autoComplete="off"
      {...rest}
      ref={input}
      aria-invalid={rest['aria-invalid'] ?? (malformed || undefined)}
      inputMode="numeric"
      value={shown}
      onChange={(event) => take(event.target.value.length < shown.length ? event.target.value : maskDate(event.target.value))}
      onFocus={(event) => {
        setLeft(false)
        rest.onFocus?.(event)
      }}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
      end={
        <span className="relative -mr-2.5 grid">
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden
            className="pointer-events-none absolute inset-0 opacity-0"
            value={value ?? ''}
            min={min}
            max={max}
            onChange={(event) => take(textFromDate(event.target.value || null))}
          />
          <button
            type="button"
            aria-label={pickerLabel}
            title={pickerLabel}
            className="icon-button"
            onClick={() => picker.current?.showPicker()}
          >
            <CalendarDays aria-hidden />
          </button>
        </span>
      }
    />
  )
}
