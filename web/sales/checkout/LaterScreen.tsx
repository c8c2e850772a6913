import { type ReactNode, useEffect, useState } from 'react'
import { ApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { reloadPage } from './checkoutLink.ts'
import { fetchLaterScreens, type LaterScreens, laterScreensHere } from './fetchLaterScreens.ts'
import { LoadingBars } from './LoadingBars.tsx'
import { TroubleBanner } from './TroubleBanner.tsx'

const noConnection = new ApiFailure({ status: 0, type: 'NoConnection', message: 'NoConnection' })

/** Draws one of the screens after the first; until they have come, that they are on their way, or how to ask for them again. */
export function LaterScreen({ children }: { children: (screens: LaterScreens) => ReactNode }) {
  const [screens, setScreens] = useState(laterScreensHere)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    fetchLaterScreens().then(setScreens, () => setFailed(true))
  }, [])
  if (screens) return children(screens)
  // Where there is a connection and they still do not come, a newer version may have taken their place: the page begins anew.
  const retry = () =>
    fetchLaterScreens().then(setScreens, () => {
      if (navigator.onLine) reloadPage()
    })
  if (failed) return <TroubleBanner failure={noConnection} onRetry={retry} />
  return (
    <div aria-busy className="grid gap-6 pt-6">
      <p className="sr-only">{t('consumerScreens.loading')}</p>
      <LoadingBars />
    </div>
  )
}
