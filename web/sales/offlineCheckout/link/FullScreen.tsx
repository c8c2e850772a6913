import './fullScreen.css'
import { type ReactNode, useEffect, useRef } from 'react'

type FullScreenProps = { label: string; tone: 'paper' | 'approved' | 'refused'; onClose: () => void; children: ReactNode }

/** Covers the whole screen, for somebody who stands before it: a code to scan, or how it ended. Escape closes it. */
export function FullScreen({ label, tone, onClose, children }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-label={label} className="full-screen" data-tone={tone} onCancel={onClose}>
      {children}
    </dialog>
  )
}
