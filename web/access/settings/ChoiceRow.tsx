import { type ReactNode, useId } from 'react'
import { Select } from '../../platform/ui/forms/Select.tsx'

type ChoiceRowProps = {
  label: string
  about: ReactNode
  /** Empty: none of the choices. */
  value: string
  choices: readonly { value: string; label: string; language?: string }[]
  onChoose: (value: string) => void
}

/** A setting of one's own in a line: what it is, and its present value, saved as soon as another is chosen. */
export function ChoiceRow({ label, about, value, choices, onChoose }: ChoiceRowProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <div className="min-w-0 flex-1 basis-32">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <p id={`${id}-about`} className="text-sm text-ink-3">
          {about}
        </p>
      </div>
      <Select
        id={id}
        aria-describedby={`${id}-about`}
        className="w-[10.5rem] max-w-full"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {value === '' && (
          <option value="" hidden>
            –
          </option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} lang={choice.language}>
            {choice.label}
          </option>
        ))}
      </Select>
    </div>
  )
}
