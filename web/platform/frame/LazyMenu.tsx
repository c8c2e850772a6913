import { type ComponentProps, Suspense } from 'react'
import { PageBoundary } from '../outage/PageBoundary.tsx'
import { MenuButton } from '../ui/controls/MenuButton.tsx'

/** A menu of the top bar, whose items are loaded after the first screen. */
export function LazyMenu({ children, ...button }: ComponentProps<typeof MenuButton>) {
  return (
    <MenuButton {...button}>
      <PageBoundary>
        <Suspense fallback={null}>{children}</Suspense>
      </PageBoundary>
    </MenuButton>
  )
}
