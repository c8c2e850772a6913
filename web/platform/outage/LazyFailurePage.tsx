import { type ComponentProps, Suspense } from 'react'
import { later } from '../ui/controls/later.tsx'

const FailurePage = later(async () => (await import('./FailurePage.tsx')).FailurePage)

/** The failure page, fetched soon after the first one: most visits never need it. */
export function LazyFailurePage(props: ComponentProps<typeof FailurePage>) {
  return (
    <Suspense fallback={null}>
      <FailurePage {...props} />
    </Suspense>
  )
}
