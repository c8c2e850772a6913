import { type ReactNode, useEffect, useState } from 'react'
import { ApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { reloadPage } from './checkoutLink.ts'
import { fetchLazyScreens, type LazyScreens, loadedLazyScreens } from './fetchLazyScreens.ts'
import { LoadingBars } from './LoadingBars.tsx'
import { FailureBanner } from './FailureBanner.tsx'

const noConnection = new ApiFailure({ status: 0, type: 'NoConnection', message: 'NoConnection' })

/** Renders a screen of the lazily loaded chunk; a skeleton while it loads, and a retry when loading failed. */
export function LazyScreen({ children }: { children: (screens: LazyScreens) => ReactNode }) {
  const [screens, setScreens] = useState(loadedLazyScreens)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    fetchLazyScreens().then(setScreens, () => setFailed(true))
  }, [])
  if (screens) return children(screens)
  // Online and still failing: a newer deployment may have replaced the chunk, so the page reloads.
  const retry = () =>
    fetchLazyScreens().then(setScreens, () => {
      if (navigator.onLine) reloadPage()
    })
  if (failed) return <FailureBanner failure={noConnection} onRetry={retry} />
  return (
    <div aria-busy className="grid gap-6 pt-6">
      <p className="sr-only">{t('consumerScreens.loading')}</p>
      <LoadingBars />
    </div>
  )
}
