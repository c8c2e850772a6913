import { type ComponentProps } from 'react'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'

/** Figures of a PIN. */
export const pinLength = 4

type PinInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'onChange'> & { onText: (text: string) => void }

/** Four figures that nobody beside reads. Not a password to the browser: it would offer to keep it for whoever comes next. */
export function PinInput({ onText, ...rest }: PinInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      {...rest}
      autoComplete="off"
      size="large"
      inputClassName="text-center text-title-lg tracking-[0.5em] [-webkit-text-security:disc]"
      onChange={(event) => onText(event.target.value.normalize('NFKC').replaceAll(/\D/g, '').slice(0, pinLength))}
    />
  )
}
