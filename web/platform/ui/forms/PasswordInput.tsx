import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { TextInput, type TextInputProps } from './TextInput.tsx'

type PasswordInputProps = Omit<TextInputProps, 'type' | 'end'> & { showLabel: string; hideLabel: string }

/** A password with a button that reveals it. */
export function PasswordInput({ showLabel, hideLabel, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          className="-mr-2.5"
          label={shown ? hideLabel : showLabel}
          icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
