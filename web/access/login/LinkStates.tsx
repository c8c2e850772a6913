import { t } from '../../platform/i18n/t.ts'
import { publicPaths } from '../../platform/routes/publicPaths.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** The e-mailed link is being loaded. */
export function LinkLoading({ title }: { title: string }) {
  return (
    <SignInFrame title={title}>
      <div role="group" aria-busy="true" aria-label={t('session.link.reading')} className="grid gap-4">
        <Skeleton width={260} />
        <Skeleton width={200} />
      </div>
    </SignInFrame>
  )
}

/** It could not be loaded; the link is still valid. */
export function LinkFailed({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <SignInFrame title={title}>
      <ErrorBanner>{failureMessage(error)}</ErrorBanner>
      <div className="mt-5">
        <Button variant="filled" size="large" wide onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      </div>
    </SignInFrame>
  )
}

/** Link to the sign-in page. */
export function ToLogin() {
  return (
    <Button variant="outlined" size="large" wide onClick={() => location.assign(publicPaths.login())}>
      {t('session.signIn')}
    </Button>
  )
}
