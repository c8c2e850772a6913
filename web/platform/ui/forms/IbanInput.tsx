import { compactIban, groupIban } from '#domain/money/iban'
import { TextInput, type TextInputProps } from './TextInput.tsx'

type IbanInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & { value: string; onChange: (text: string) => void }

/** Longer than any IBAN, so that a typing error is visible and not truncated. */
const longest = 34

/** An IBAN, grouped by four while it is typed or pasted; the caret keeps its position. */
export function IbanInput({ value, onChange, ...rest }: IbanInputProps) {
  function take(input: HTMLInputElement) {
    const grouped = groupIban(compactIban(input.value).slice(0, longest))
    const before = compactIban(input.value.slice(0, input.selectionStart ?? input.value.length))
    if (grouped !== input.value) {
      // Written at once; React would do it later and move the caret to the end.
      const caret = Math.min(groupIban(before).length, grouped.length)
      input.value = grouped
      input.setSelectionRange(caret, caret)
    }
    onChange(grouped)
  }
  return (
    <TextInput
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...rest}
      value={value}
      onChange={(event) => take(event.target)}
    />
  )
}
