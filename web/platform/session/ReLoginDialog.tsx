import { useEffect } from 'react'
import { me } from '#contract/access/account'
import { call } from '../api/call.ts'
import { queryClient } from '../api/queryClient.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../feedback/Dialog.tsx'
import { goToLogin } from '../routes/externalRedirect.ts'
import { closeReLogin } from './reLogin.ts'
import { clientState, useSession } from './session.ts'
import { SignInForm } from './SignInForm.tsx'
import { stayConnected } from './startIdle.ts'

/** Another user starts from a clean state; the same user continues where they were. */
async function signedIn(): Promise<void> {
  const before = clientState.get().account?.userId
  const now = await call(me, { quiet: true }).catch(() => null)
  if (now && now.userId !== before) return location.replace(paths.root())
  stayConnected()
  closeReLogin(true)
  void queryClient.invalidateQueries()
}

function leave(): void {
  closeReLogin(false)
  goToLogin()
}

/** Signs in over the page after the session has ended, so that drafts and requests in flight continue. A shared till locks instead: nobody else may see the page. */
export function ReLoginDialog() {
  const { account } = useSession()
  const { till } = account
  useEffect(() => {
    if (till) leave()
  }, [till])
  if (till) return null
  return (
    <Dialog
      title={t('shell.reLogin.title')}
      subtitle={t('shell.reLogin.subtitle')}
      closeLabel={t('shell.reLogin.leave')}
      closeOnOutside={false}
      firstFocus="[type=password]"
      onClose={leave}
      footer={
        <Button variant="quiet" onClick={leave}>
          {t('shell.reLogin.leave')}
        </Button>
      }
    >
      <SignInForm email={account.email} onSignedIn={() => void signedIn()} />
    </Dialog>
  )
}
