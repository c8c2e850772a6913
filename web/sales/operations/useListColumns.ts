import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../platform/session/session.ts'
import { layoutWidth, onResize, screenSizeOf } from '../../platform/ui/feedback/screenSize.ts'
import { choosableColumns, columnsWithin, type ListColumn, defaultColumns, mediumColumns } from './listColumns.ts'

/** Width of the menu at the side of a wide window, and of a medium one, in px. */
const menuPx = { wide: 232, rail: 92 }

function columnsAt(chosen: readonly ListColumn[], windowPx: number): readonly ListColumn[] {
  return screenSizeOf(windowPx).isLg ? columnsWithin(chosen, windowPx - menuPx.wide) : mediumColumns(windowPx - menuPx.rail)
}

function read(key: string): readonly ListColumn[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(saved) ? choosableColumns.filter((column) => saved.includes(column)) : defaultColumns
  } catch {
    return defaultColumns // storage is disabled, or the value is invalid
  }
}

export type ListColumns = {
  /** Chosen by this member on this device; it may be more than fits. */
  chosen: readonly ListColumn[]
  /** The columns shown at the current width. Referentially stable while they are the same. */
  shown: readonly ListColumn[]
  choose: (chosen: readonly ListColumn[]) => void
}

/** The columns of a list that is a table; those of a wide one are stored per member and browser. */
export function useListColumns(): ListColumns {
  const key = `list-columns:${useSession().account.userId}`
  const [chosen, setChosen] = useState(() => read(key))
  const names = useSyncExternalStore(onResize, () => columnsAt(chosen, layoutWidth()).join())
  const shown = useMemo(() => names.split(',') as ListColumn[], [names]) // joined just above
  const choose = useCallback(
    (next: readonly ListColumn[]) => {
      setChosen(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // storage is disabled: the choice lasts as long as the page
      }
    },
    [key],
  )
  return { chosen, shown, choose }
}
