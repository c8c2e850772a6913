import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { TextInput, type TextInputProps } from './TextInput.tsx'
import { useUnparsedText } from '../feedback/unparsedText.ts'

export type ComboboxOption = { value: string; label: string; detail?: string; disabledReason?: string }

type ComboboxProps = Omit<TextInputProps, 'value' | 'onChange' | 'role'> & {
  /** The selected option, or null. */
  value: string | null
  options: readonly ComboboxOption[]
  onChange: (value: string | null) => void
  /** The options that match the text. */
  find: (text: string) => readonly ComboboxOption[]
  /** Shown in the list when none matches. */
  nothing: string
}

/**
 * A choice from a long list by typing (WAI-ARIA combobox with a listbox). A text that is left without a choice takes the only option that it means; else
 * it stays, and says that one has to be chosen.
 */
export function Combobox({ value, options, onChange, find, nothing, onBlur, ...rest }: ComboboxProps) {
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const [left, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const chosen = options.find((option) => option.value === value)
  const open = typed !== null && !left
  const matches = typed === null ? [] : find(typed)
  const unchosen = left && typed !== null
  const { invalid } = useUnparsedText(input, unchosen ? 'choice' : null, unchosen, () => {})
  const present = matches[at]

  const take = (option: ComboboxOption | undefined) => {
    if (!option || option.disabledReason !== undefined) return
    onChange(option.value)
    setTyped(null)
  }
  const leave = () => {
    const text = typed?.trim() ?? ''
    if (text === '') return setTyped(null)
    const takeable = matches.filter(({ disabledReason }) => disabledReason === undefined)
    const same =
      takeable.find(({ label }) => label.toLowerCase() === text.toLowerCase()) ?? (takeable.length === 1 ? takeable[0] : undefined)
    if (same) take(same)
    else setLeft(true)
  }
  const move = (to: number) => {
    if (matches.length === 0) return
    const next = (to + matches.length) % matches.length
    setAt(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) setTyped('')
      else move(at + (event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      take(present)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setTyped(null)
    }
  }
  return (
    <div className="relative">
      <TextInput
        {...rest}
        ref={input}
        aria-invalid={rest['aria-invalid'] ?? (invalid || undefined)}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={present ? `${listId}-${present.value}` : undefined}
        autoComplete="off"
        value={typed ?? chosen?.label ?? ''}
        onClick={() => {
          setLeft(false)
          setTyped((now) => now ?? '')
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          leave()
          onBlur?.(event)
        }}
        onChange={(event) => {
          setTyped(event.target.value)
          setLeft(false)
          setAt(0)
        }}
      />
      <ul
        ref={list}
        id={listId}
        role="listbox"
        hidden={!open}
        className="absolute inset-x-0 top-full z-10 mt-1.5 max-h-72 overflow-y-auto rounded-3 border border-line-strong bg-sheet p-1.5 shadow-2"
      >
        {matches.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input, which keeps the focus, handles the keys
          <li
            key={option.value}
            id={`${listId}-${option.value}`}
            role="option"
            aria-selected={index === at}
            aria-disabled={option.disabledReason !== undefined}
            className={`cursor-pointer rounded-2 px-3 py-2 text-md ${index === at ? 'bg-selected' : 'hover:bg-hover'} ${option.disabledReason === undefined ? '' : 'text-ink-3'}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
          >
            {option.label}
            {(option.disabledReason ?? option.detail) && (
              <span className="block text-sm text-ink-3">{option.disabledReason ?? option.detail}</span>
            )}
          </li>
        ))}
        {open && matches.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled className="px-3 py-2 text-md text-ink-3">
            {nothing}
          </li>
        )}
      </ul>
    </div>
  )
}
