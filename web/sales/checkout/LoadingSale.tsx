import { t } from '../../platform/i18n/t.ts'
import { LoadingBars } from './LoadingBars.tsx'
import { PageFrame } from './PageFrame.tsx'

/** The page frame while the sale is loading. */
export function LoadingSale() {
  return (
    <PageFrame>
      <div aria-busy className="grid gap-6 pt-2">
        <h1 className="sr-only">{t('consumerScreens.loading')}</h1>
        <LoadingBars />
      </div>
    </PageFrame>
  )
}
