import { isNotOffered } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { failureWords } from './failureWords.ts'

type RetryBannerProps = {
  /** What could not be read; the reason stands below it. */
  title?: string
  error: unknown
  /** What the button says while it is tried again. */
  busyLabel?: string
  busy?: boolean
  onRetry: () => void
}

/** A part of a page that could not be read: why, in its place, and another try. Nothing where the provider's API has no such part. */
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
      {failureWords(error)}
    </Banner>
  )
}
