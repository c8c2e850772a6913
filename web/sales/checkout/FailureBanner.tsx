import type { ApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { useState } from 'react'

type Words = { title: string; detail: string }

/** Title and detail of a failure that is not a validation error. */
function wordsOf({ status, type, message }: ApiFailure): Words {
  if (status === 0) return { title: t('consumerScreens.trouble.connection'), detail: t('consumerScreens.trouble.connectionDetail') }
  if (status === 429) return { title: t('consumerScreens.trouble.busy'), detail: message }
  if (status < 500 && type !== 'Unreadable') return { title: message, detail: '' }
  return { title: t('consumerScreens.trouble.server'), detail: t('consumerScreens.trouble.serverDetail') }
}

/** Shows a request failure; pass `onRetry` only where no other control on the screen repeats the request. */
export function FailureBanner({ failure, onRetry }: { failure: ApiFailure; onRetry?: () => Promise<void> }) {
  const [trying, setTrying] = useState(false)
  const { title, detail } = wordsOf(failure)
  const retry = () => {
    setTrying(true)
    void onRetry?.().finally(() => setTrying(false))
  }
  return (
    <div role="alert">
      <Banner tone="error" title={title}>
        {detail}
        {failure.requestId !== null && failure.status >= 500 && (
          <span className="mt-1 block text-sm wrap-anywhere">{t('consumerScreens.trouble.reference', { id: failure.requestId })}</span>
        )}
        {onRetry && (
          <span className="mt-3 block">
            <Button size="large" busy={trying} busyLabel={t('consumerScreens.trouble.retrying')} onClick={retry}>
              {t('consumerScreens.trouble.retry')}
            </Button>
          </span>
        )}
      </Banner>
    </div>
  )
}
