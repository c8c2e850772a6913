import { Fragment } from 'react'
import { Chip } from './Chip.tsx'
import { useCurrentInView } from '../controls/useCurrentInView.ts'
import { useCutTabs } from '../controls/useCutTabs.ts'

type FilterChip = { key: string; label: string; count?: number | string | null; pressed: boolean; href?: string; onClick?: () => void }

/** Chips in groups separated by hairlines; scrolls horizontally below the wide size. */
export function FilterChips({ label, groups }: { label: string; groups: readonly (readonly FilterChip[])[] }) {
  const row = useCurrentInView<HTMLDivElement>(groups.flat().find(({ pressed }) => pressed)?.key)
  useCutTabs(row)
  return (
    <div
      ref={row}
      role="group"
      aria-label={label}
      className="-ml-2 flex items-center gap-y-1 py-2.5 max-lg:-mx-(--gutter) max-lg:overflow-x-auto max-lg:scroll-px-8 max-lg:px-[calc(var(--gutter)-8px)] max-lg:scrollbar-none lg:flex-wrap"
    >
      {groups.map((group, index) => (
        <Fragment key={group[0]?.key ?? index}>
          {index > 0 && <span aria-hidden className="mx-1.5 h-3.5 w-px flex-none bg-line" />}
          {group.map(({ key, label: words, ...chip }) => (
            <Chip key={key} {...chip}>
              {words}
            </Chip>
          ))}
        </Fragment>
      ))}
    </div>
  )
}
