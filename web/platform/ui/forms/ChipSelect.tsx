import './chipSelect.css'
import ChevronDown from 'lucide-react/icons/chevron-down'

type ChipSelectProps = {
  /** Accessible name. */
  label: string
  value: string
  options: readonly { value: string; text: string }[]
  /** Another value than the usual one is chosen. */
  pressed: boolean
  onChange: (value: string) => void
}

/** A native select that looks like a filter chip and is as wide as its value. */
export function ChipSelect({ label, value, options, pressed, onChange }: ChipSelectProps) {
  return (
    <span className="chip relative max-w-full min-w-0" aria-current={pressed ? 'true' : undefined}>
      <span aria-hidden className={`truncate ${pressed ? '' : 'text-ink-2'}`}>
        {options.find((option) => option.value === value)?.text}
      </span>
      <ChevronDown aria-hidden className="size-3.75 flex-none" />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </span>
  )
}
