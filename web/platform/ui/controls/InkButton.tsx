import '../feedback/inkBar.css'
import type { ComponentProps } from 'react'

/** A button on the bulk bar or a toast: `verb` for the primary action, `quiet` for the others. */
export function InkButton({ variant = 'quiet', className = '', ...rest }: ComponentProps<'button'> & { variant?: 'verb' | 'quiet' }) {
  return <button type="button" {...rest} className={`${variant === 'verb' ? 'ink-bar-verb' : 'ink-bar-quiet'} ${className}`} />
}
