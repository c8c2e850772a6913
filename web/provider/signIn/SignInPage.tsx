import { Suspense } from 'react'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'
import { useAddress } from '../frame/address.ts'
import { OutsideFrame } from './OutsideFrame.tsx'
import { SignInWays } from './SignInWays.tsx'
import { useEnter } from './useEnter.ts'

const StaffPersonas = lazyWithRetry(async () => (await import('./StaffPersonas.tsx')).StaffPersonas)

/** The sign-in page of the console; afterwards it returns to the requested page. */
export function SignInPage() {
  const { back } = useAddress().search
  const enter = useEnter()
  const onSignedIn = () => enter(back)
  return (
    <OutsideFrame title={t('console.signIn.title')} lead={t('console.signIn.lead')}>
      <SignInWays back={back} onSignedIn={onSignedIn} />
      {settings().demo && (
        <Suspense fallback={null}>
          <StaffPersonas onSignedIn={onSignedIn} />
        </Suspense>
      )}
    </OutsideFrame>
  )
}
