import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

const sheets: HTMLElement[] = []

/**
 * What goes on paper instead of the screen: shown while the browser prints, alone. Of several, the one drawn last,
 * which belongs to the dialog on top.
 */
export function PrintSheet({ children }: { children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = sheet.current
    if (!element) return
    sheets.push(element)
    let hidden: HTMLElement[] = []
    const before = () => {
      if (sheets.at(-1) !== element) return
      hidden = [...document.body.children].filter(
        (child): child is HTMLElement => child instanceof HTMLElement && child !== element && !child.hidden,
      )
      for (const child of hidden) child.hidden = true
      element.hidden = false
    }
    const after = () => {
      for (const child of hidden) child.hidden = false
      hidden = []
      element.hidden = true
    }
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      after()
      sheets.splice(sheets.indexOf(element), 1)
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return createPortal(
    <div ref={sheet} hidden className="bg-white p-6 text-sm text-black">
      {children}
    </div>,
    document.body,
  )
}
