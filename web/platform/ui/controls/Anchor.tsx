import { type ComponentProps, type MouseEvent, use } from 'react'
import { AnchorNavigation } from './AnchorNavigation.ts'

type AnchorProps = ComponentProps<'a'> & { href: string }

function opensElsewhere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || (target !== '' && target !== '_self')
}

/** A link handled by the application’s router; new tabs, downloads and other hosts are left to the browser. */
export function Anchor({ href, onClick, onPointerEnter, onFocus, ...rest }: AnchorProps) {
  const navigation = use(AnchorNavigation)
  const inside = navigation && href.startsWith('/') && !href.startsWith('//') && rest.download === undefined
  if (!inside) return <a href={href} onClick={onClick} onPointerEnter={onPointerEnter} onFocus={onFocus} {...rest} />
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || opensElsewhere(event)) return
        event.preventDefault()
        navigation.navigate(href)
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        navigation.prefetch?.(href)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        navigation.prefetch?.(href)
      }}
    />
  )
}
