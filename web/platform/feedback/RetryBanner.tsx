import { isNotOffered } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { failureMessage } from './failureMessage.ts'

type RetryBannerProps = {
  /** What could not be loaded; the reason is shown below it. */
  title?: string
  error: unknown
  /** The button’s label while retrying. */
  busyLabel?: string
  busy?: boolean
  onRetry: () => void
}

/** The error of a part of a page that could not be loaded, with a retry button. Renders nothing when the provider’s API does not have that part. */
export function RetryBanner({ title, error, onRetry, ...trying }: RetryBannerProps) {
  if (isNotOffered(error)) return null
  return (
    <Banner
      tone="error"
      live
      title={title}
      action={
        <Button size="small" {...trying} sends={false} onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      }
    >
      {failureMessage(error)}
    </Banner>
  )
}
