import { useLayoutEffect, type RefObject } from 'react'
import { typing } from '../../platform/quickActions/useUrgentKey.ts'

/**
 * Keyboard shortcuts of the list: / focuses the search, ArrowDown from there the first row, j and k the next and previous row, x selects it, ? lists the shortcuts. Enter follows the
 * focused row because it is a link. Disabled while typing and under a dialog.
 */
export function useListKeys(section: RefObject<HTMLElement | null>, openKeys: () => void): void {
  // A layout effect: a key pressed as soon as the list is visible counts.
  useLayoutEffect(() => {
    const move = (step: number) => {
      const rows = [...(section.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
      const at = rows.findIndex((row) => row === document.activeElement)
      const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1)
      rows[next]?.focus()
      rows[next]?.closest('tr')?.scrollIntoView({ block: 'nearest' })
    }
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      if (target?.closest(typing)) {
        if (event.key !== 'ArrowDown' || !target.closest('[role=search]')) return
        move(1)
      } else if (event.key === '/') section.current?.querySelector<HTMLElement>('[role=search] input')?.focus()
      else if (event.key === 'j') move(1)
      else if (event.key === 'k') move(-1)
      else if (event.key === 'x') document.activeElement?.closest('tr')?.querySelector<HTMLElement>('.tick')?.click()
      else if (event.key === '?') openKeys()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [section, openKeys])
}
