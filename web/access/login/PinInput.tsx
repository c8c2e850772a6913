import { type ComponentProps } from 'react'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'

/** Length of a PIN. */
export const pinLength = 4

type PinInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'onChange'> & { onText: (text: string) => void }

/** A masked four-digit input. Not `type=password`: the browser would offer to save it for the next user of the till. */
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
