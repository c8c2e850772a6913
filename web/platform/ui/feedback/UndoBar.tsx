import './inkBar.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { ProgressRing } from './ProgressRing.tsx'
import { useSecondsLeft } from '../figures/useSecondsLeft.ts'

type UndoBarProps = {
  /** "Devolución de 40,00 €". */
  title: ReactNode
  /** "Sale en 14 s. Puedes cerrar esta página." */
  detail: (secondsLeft: number) => ReactNode
  /** When it is sent, epoch milliseconds, and the whole time it waits. */
  endsAt: number
  totalMs: number
  /** Accessible name of the ring. */
  ringLabel: string
  undoLabel: string
  undoBusyLabel?: string
  busy?: boolean
  onUndo: () => void
  /** Called once, when the time is up. */
  onEnd: () => void
}

/** The pending action, the seconds left, and "Deshacer". */
export function UndoBar({
  title,
  detail,
  endsAt,
  totalMs,
  ringLabel,
  undoLabel,
  undoBusyLabel,
  busy = false,
  onUndo,
  onEnd,
}: UndoBarProps) {
  const seconds = useSecondsLeft(endsAt)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  const over = seconds === 0
  useEffect(() => {
    if (over) end.current()
  }, [over])
  return (
    <div role="group" aria-label={ringLabel} className="ink-bar gap-4 rounded-4 p-3 pl-4">
      <ProgressRing share={(seconds * 1000) / totalMs} label={ringLabel}>
        {seconds}
      </ProgressRing>
      <p className="min-w-0 flex-1 basis-40">
        <span role="status" className="block font-strong">
          {title}
        </span>
        <span className="block text-sm text-inverse-2">{detail(seconds)}</span>
      </p>
      <button
        type="button"
        className="ink-bar-verb ml-auto h-11"
        aria-disabled={busy || over || undefined}
        onClick={() => !busy && !over && onUndo()}
      >
        {busy ? (undoBusyLabel ?? undoLabel) : undoLabel}
      </button>
    </div>
  )
}
