import { Suspense } from 'react'
import { queryClient } from '../../platform/api/queryClient.ts'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'
import { sessionEnded } from '../api/sessionEnded.ts'
import { go, safeBack, useAddress } from '../frame/address.ts'
import { OutsideFrame } from './OutsideFrame.tsx'
import { StaffSignInForm } from './StaffSignInForm.tsx'

const StaffPersonas = lazyWithRetry(async () => (await import('./StaffPersonas.tsx')).StaffPersonas)

/** The sign-in page of the console; afterwards it returns to the requested page. */
export function SignInPage() {
  const { search } = useAddress()
  const enter = () => {
    // Nothing that the person before has read is shown to this one.
    queryClient.clear()
    sessionEnded.set(false)
    go(safeBack(search['back']), { replace: true })
  }
  return (
    <OutsideFrame title={t('console.signIn.title')} lead={t('console.signIn.lead')}>
      <StaffSignInForm onSignedIn={enter} />
      {settings().demo && (
        <Suspense fallback={null}>
          <StaffPersonas onSignedIn={enter} />
        </Suspense>
      )}
    </OutsideFrame>
  )
}
