import { useLayoutEffect, useRef } from 'react'
import { consoleMe } from '#contract/provider/staff'
import { queryClient } from '../../platform/api/queryClient.ts'
import { t } from '../../platform/i18n/t.ts'
import { callConsole } from '../api/callConsole.ts'
import { sessionEnded } from '../api/sessionEnded.ts'
import { useAddress } from '../frame/address.ts'
import { useStaff } from '../frame/useStaff.ts'
import { OutsideFrame } from './OutsideFrame.tsx'
import { SignInWays } from './SignInWays.tsx'

/** The sign-in form over a page whose session has ended: it covers the page, and what was typed there is still there afterwards. */
export function SignInAgain() {
  const { id, email } = useStaff()
  const { path } = useAddress()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    document.getElementById('sign-in-password')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const enter = async () => {
    const me = await callConsole(consoleMe)
    // Another person: the page holds what the first one has read.
    if (me.answer?.staff.id !== id) return location.reload()
    sessionEnded.set(false)
    void queryClient.invalidateQueries({ queryKey: ['console'] })
  }
  return (
    <dialog
      ref={dialog}
      aria-label={t('console.signIn.ended')}
      className="fixed inset-0 size-full max-h-none max-w-none overflow-y-auto bg-canvas text-ink"
      onCancel={(event) => event.preventDefault()}
    >
      <OutsideFrame title={t('console.signIn.ended')} lead={t('console.signIn.endedLead')}>
        <SignInWays known={email} back={path + location.search} onSignedIn={enter} />
      </OutsideFrame>
    </dialog>
  )
}
