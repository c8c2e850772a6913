import { lazy, Suspense } from 'react'

const FailurePage = lazy(() => import('./FailurePage.tsx').then(({ FailurePage: component }) => ({ default: component })))

/** The failure page, fetched when something fails: most visits never need it. */
export function LazyFailurePage(props: { error: unknown; onRetry: () => void; bare?: boolean }) {
  return (
    <Suspense fallback={null}>
      <FailurePage {...props} />
    </Suspense>
  )
}
