import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../i18n/t.ts'
import { showToast } from './toasts.ts'

type AddressDialogProps = {
  /** Whether this person may have it now. */
  isAllowed: boolean
  /** What a person who may not is told. */
  refusal?: string
  /** Takes the dialog out of the address. */
  onClose: () => void
  children?: ReactNode
}

/**
 * A dialog that the address asks for. Who may not have it is told so, and the address is cleaned: a link never opens nothing without a word. Decided once,
 * when it opens: its own action may change the answer.
 */
export function AddressDialog({ isAllowed, refusal, onClose, children }: AddressDialogProps) {
  const [isOpen] = useState(isAllowed)
  useEffect(() => {
    if (isOpen) return
    showToast(refusal ?? t('shell.dialog.notNow'))
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it was opened
  }, [isOpen])
  return isOpen && children
}
