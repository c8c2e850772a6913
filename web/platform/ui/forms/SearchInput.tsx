import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactNode } from 'react'
import { Form } from './Form.tsx'
import { Kbd } from '../controls/Kbd.tsx'

type SearchChip = { label: ReactNode; value: ReactNode; removeLabel: string; onRemove: () => void }

type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onSubmit' | 'size'> & {
  label: string
  value: string
  onChange: (text: string) => void
  /** Called on Enter. */
  onSubmit?: () => void
  /** How the current search was interpreted; Backspace in the empty input removes it. */
  chip?: SearchChip | null
  /** The keyboard shortcut that focuses it, shown at the right. */
  shortcut?: string
}

/** The search input of a list. */
export function SearchInput({ label, value, onChange, onSubmit, chip, shortcut, className = '', onKeyDown, ...rest }: SearchInputProps) {
  return (
    <Form role="search" className={`box h-10.5 min-w-0 max-md:h-11.5 gap-2.5 pr-2 ${className}`} onSubmit={() => onSubmit?.()}>
      <Search aria-hidden className="text-ink-3" />
      {chip && (
        <span className="inline-flex min-h-7.5 min-w-0 items-center rounded-2 bg-accent-soft text-md whitespace-nowrap">
          <span className="flex-none pl-2.5 font-strong text-accent-ink">{chip.label}</span>
          <span className="truncate pl-1">{chip.value}</span>
          <button
            type="button"
            aria-label={chip.removeLabel}
            className="grid h-7.5 w-7.5 flex-none place-items-center text-accent-ink max-md:h-11 max-md:w-11"
            onClick={chip.onRemove}
          >
            <X aria-hidden className="size-3.75" />
          </button>
        </span>
      )}
      <input
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        type="text"
        aria-label={label}
        className="h-full min-w-10 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && value === '' && chip) chip.onRemove()
          onKeyDown?.(event)
        }}
      />
      {shortcut && <Kbd className="max-md:hidden">{shortcut}</Kbd>}
    </Form>
  )
}
