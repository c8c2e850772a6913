import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'

/** An error message in its place, announced; renders nothing without a message. */
export function ErrorBanner({ children }: { children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <Banner tone="error" live>
      {children}
    </Banner>
  )
}
