import { classNames } from './classNames.ts'

/** `blocked` is the look of any variant while it cannot be pressed. */
export type ButtonVariant = 'filled' | 'outlined' | 'quiet' | 'danger' | 'blocked'
export type ButtonSize = 'small' | 'normal' | 'large'

const looks: Record<ButtonVariant, string> = {
  filled: 'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press',
  outlined: 'border-line-strong bg-sheet text-ink hover:bg-hover',
  quiet: 'text-ink-2 hover:bg-hover',
  danger: 'text-danger-ink hover:bg-danger-soft',
  blocked: 'border-line text-ink-disabled',
}
const sizes: Record<ButtonSize, string> = {
  small: 'h-8 px-2.75 text-sm max-md:h-11',
  normal: 'h-(--control) px-3.75 text-md',
  large: 'h-11.5 px-4.5 text-md max-md:h-12',
}

/** The classes of a button, for an element that cannot be a `Button`. One filled button per screen. */
export function buttonClass(variant: ButtonVariant = 'outlined', size: ButtonSize = 'normal', wide = false): string {
  return classNames('button', looks[variant], sizes[size], wide && 'w-full')
}
