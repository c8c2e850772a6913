import type { ComponentProps, ReactNode } from 'react'
import { useFieldControl } from './useFieldControl.ts'

export type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & {
  /** `large` in money dialogs. */
  size?: 'normal' | 'large'
  start?: ReactNode
  end?: ReactNode
  /** Class of the text alone, for the display typeface. */
  inputClassName?: string
}

/** A text input; inside a `Field` it takes label, help and error from it. */
export function TextInput({ size = 'normal', start, end, className = '', inputClassName = '', ...rest }: TextInputProps) {
  const wiring = useFieldControl(rest)
  return (
    <span className={`box ${size === 'large' ? 'h-13.5' : 'h-11'} ${className}`}>
      {start}
      <input
        type="text"
        {...rest}
        {...wiring}
        className={`h-full w-full min-w-0 bg-transparent outline-none placeholder:text-ink-3 ${inputClassName}`}
      />
      {end}
    </span>
  )
}
