import type { ComponentProps } from 'react'

/** A verb on the bulk bar or a toast: `verb` for the one that counts, `quiet` for the others. */
export function InkButton({ variant = 'quiet', className = '', ...rest }: ComponentProps<'button'> & { variant?: 'verb' | 'quiet' }) {
  return <button type="button" {...rest} className={`${variant === 'verb' ? 'ink-bar-verb' : 'ink-bar-quiet'} ${className}`} />
}
