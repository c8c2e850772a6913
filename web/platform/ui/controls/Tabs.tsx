import type { ReactNode } from 'react'
import { Anchor } from './Anchor.tsx'
import { useCurrentInView } from './useCurrentInView.ts'
import { useCutTabs } from './useCutTabs.ts'

/** `count` is null while loading. */
export type Tab = { href: string; label: string; count?: number | string | null; current: boolean }

type TabsProps = {
  /** Accessible name of the group. */
  label: string
  tabs: readonly Tab[]
  /** On further lines where they do not fit on one; else they scroll. */
  wrap?: boolean
  /** At the right end: news, help. */
  aside?: ReactNode
}

/** Views of one list as links, each with its count. */
export function Tabs({ label, tabs, wrap = false, aside }: TabsProps) {
  const row = useCurrentInView<HTMLElement>(tabs.find(({ current }) => current)?.label)
  useCutTabs(row)
  return (
    <div className="flex items-end gap-x-4 max-[18rem]:flex-wrap border-b border-line max-md:-mx-(--gutter) max-md:px-(--gutter)">
      <nav
        ref={row}
        aria-label={label}
        className={`-mb-px flex min-w-0 gap-x-7 max-md:gap-x-5.5 ${wrap ? 'flex-wrap' : 'overflow-x-auto scroll-px-8 scrollbar-none'}`}
      >
        {tabs.map((tab) => (
          <Anchor key={tab.href} href={tab.href} aria-current={tab.current ? 'true' : undefined} className="tab">
            {tab.label}
            {/* space reserved for a count while loading */}
            {tab.count !== undefined && (
              <span className={`text-sm font-normal text-ink-3 in-data-cut:invisible ${tab.count === null ? 'w-[5ch]' : ''}`}>
                {tab.count}
              </span>
            )}
          </Anchor>
        ))}
      </nav>
      {aside && <div className="ml-auto flex h-11 flex-none items-center gap-3 text-sm text-ink-3">{aside}</div>}
    </div>
  )
}
