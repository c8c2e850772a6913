import type { ReactNode } from 'react'
import { Tag } from './Tag.tsx'

type ContextTagProps = { shop: string; mode: 'live' | 'sandbox'; modeLabel: string; role?: string; children?: ReactNode }

/** Shop · mode · role in one line: what the screen, a print or an export is about. */
export function ContextTag({ shop, mode, modeLabel, role, children }: ContextTagProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 text-md">
      <span className="truncate font-strong">{shop}</span>
      <Tag kind={mode}>{modeLabel}</Tag>
      {role && <span className="text-ink-3">{role}</span>}
      {children}
    </span>
  )
}
