import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

const sheets: HTMLElement[] = []

/** Content printed instead of the screen. Of several, only the one rendered last is printed, which belongs to the dialog on top. */
export function PrintSheet({ children }: { children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = sheet.current
    if (!element) return
    sheets.push(element)
    const root = document.documentElement
    let hidden: HTMLElement[] = []
    let theme: string | undefined
    const before = () => {
      if (sheets.at(-1) !== element) return
      hidden = [...document.body.children].filter(
        (child): child is HTMLElement => child instanceof HTMLElement && child !== element && !child.hidden,
      )
      for (const child of hidden) child.hidden = true
      // Print uses the light theme.
      theme = root.dataset['theme']
      root.dataset['theme'] = 'light'
      element.hidden = false
    }
    const after = () => {
      if (element.hidden) return
      for (const child of hidden) child.hidden = false
      hidden = []
      if (theme === undefined) delete root.dataset['theme']
      else root.dataset['theme'] = theme
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
    <div ref={sheet} hidden className="bg-sheet p-6 text-sm text-ink">
      {children}
    </div>,
    document.body,
  )
}
