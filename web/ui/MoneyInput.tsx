import { type ClipboardEvent, useState } from 'react'
import { centsFromText, maskMoney, textFromCents } from './moneyText.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'

type MoneyInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode'> & {
  /** Integer euro cents; null when empty. */
  value: number | null
  onChange: (cents: number | null) => void
  /** Lets a minus stand in front. */
  signed?: boolean
}

/** An amount in euros: typed as people write it, handed over in cents. `large` sets it in the display face. */
export function MoneyInput({ value, onChange, signed = false, size = 'normal', onBlur, ...rest }: MoneyInputProps) {
  const [text, setText] = useState(() => textFromCents(value))
  const shown = centsFromText(text, signed) === value ? text : textFromCents(value)

  function take(input: HTMLInputElement) {
    const masked = maskMoney(input.value, signed)
    if (masked !== input.value) {
      // Put right at once, or React would do it later and send the caret to the end.
      const caret = maskMoney(input.value.slice(0, input.selectionStart ?? undefined), signed).length
      input.value = masked
      input.setSelectionRange(caret, caret)
    }
    setText(masked)
    onChange(centsFromText(masked, signed))
  }

  // A pasted amount that fills the box is read whole ("1,234.56" too) before the mask can cut it.
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd, value: present } = event.currentTarget
    if (selectionStart !== 0 || selectionEnd !== present.length) return
    const cents = centsFromText(event.clipboardData.getData('text'), signed)
    if (cents === null) return
    event.preventDefault()
    setText(textFromCents(cents))
    onChange(cents)
  }

  const large = size === 'large'
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      size={size}
      inputMode="decimal"
      inputClassName={large ? 'font-display text-[1.875rem] font-title tracking-tight' : 'text-right'}
      end={
        <span aria-hidden className={large ? 'text-[1.25rem] font-strong text-ink-3' : 'ml-2 text-ink-3'}>
          €
        </span>
      }
      value={shown}
      onPaste={paste}
      onChange={(event) => take(event.target)}
      onBlur={(event) => {
        setText(textFromCents(value))
        onBlur?.(event)
      }}
    />
  )
}
