import type { ComponentProps } from 'react'
import { useFieldControl } from './useFieldControl.ts'

/** A multi-line text input that grows with its content where the browser supports it. */
export function Textarea({ className = '', rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldControl(rest)
  return (
    <span className={`box items-start ${className}`}>
      <textarea
        rows={rows}
        {...rest}
        {...wiring}
        className="field-sizing-content min-h-11 w-full min-w-0 resize-y bg-transparent py-2.5 outline-none placeholder:text-ink-3"
      />
    </span>
  )
}
