import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { useFieldControl } from './useFieldControl.ts'

type SelectProps = Omit<ComponentProps<'select'>, 'size'> & { size?: 'normal' | 'large' }

/** The native select; `children` are `<option>`s. */
export function Select({ size = 'normal', className = '', children, ...rest }: SelectProps) {
  const wiring = useFieldControl(rest)
  return (
    <span className={`box relative p-0 ${size === 'large' ? 'h-13.5' : 'h-11'} ${className}`}>
      <select
        {...rest}
        {...wiring}
        className="h-full w-full min-w-0 cursor-pointer appearance-none truncate bg-transparent pr-9 pl-3.25 outline-none"
      >
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-3 size-3.75 text-ink-3" />
    </span>
  )
}
