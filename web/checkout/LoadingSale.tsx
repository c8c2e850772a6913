import { t } from '../i18n/t.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useDelayed } from '../ui/useDelayed.ts'
import { PageFrame } from './PageFrame.tsx'

/** The frame before the sale is there; bars only when it takes a while. */
export function LoadingSale() {
  const late = useDelayed(true)
  return (
    <PageFrame>
      <div aria-busy className="grid gap-6 pt-2">
        <h1 className="sr-only">{t('consumerScreens.loading')}</h1>
        {late && [140, 220, 300, 300, 260].map((width) => <Skeleton key={width} width={width} />)}
      </div>
    </PageFrame>
  )
}
