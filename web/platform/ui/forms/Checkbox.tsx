import './checkbox.css'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  label: ReactNode
  /** In tables: the label is for screen readers only. */
  labelHidden?: boolean
  help?: ReactNode
  /** Indeterminate: some, but not all, are checked. */
  indeterminate?: boolean
}

/** A checkbox with its label. */
export function Checkbox({ label, labelHidden = false, help, indeterminate = false, className = '', ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={`tick-target ${className}`}>
      <input ref={box} {...rest} type="checkbox" className="tick" />
      <span className={labelHidden ? 'sr-only' : ''}>
        {label}
        {help && <span className="block text-sm text-ink-3">{help}</span>}
      </span>
    </label>
  )
}
