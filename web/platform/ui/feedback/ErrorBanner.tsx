import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'

/** What went wrong, in its place and announced; nothing while there is nothing to say. */
export function ErrorBanner({ children }: { children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <Banner tone="error" live>
      {children}
    </Banner>
  )
}
