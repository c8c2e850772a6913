import { type ComponentProps, Suspense } from 'react'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'

const FailurePage = lazyWithRetry(async () => (await import('./FailurePage.tsx')).FailurePage)

/** The error page, loaded soon after the first page: most visits do not need it. */
export function LazyFailurePage(props: ComponentProps<typeof FailurePage>) {
  return (
    <Suspense fallback={null}>
      <FailurePage {...props} />
    </Suspense>
  )
}
