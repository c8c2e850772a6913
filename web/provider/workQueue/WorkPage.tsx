import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { consoleWork } from '#contract/provider/work'
import { joinTexts } from '#domain/platform/direction'
import { type WorkKind, workKinds } from '#domain/provider/workTargets'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Kbd } from '../../platform/ui/controls/Kbd.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ConsoleBoundary } from '../frame/ConsoleBoundary.tsx'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { EmptyWork } from './EmptyWork.tsx'
import { WorkSkeleton } from './WorkSkeleton.tsx'
import { WorkTable } from './WorkTable.tsx'

/** Loaded after the list: most installations have nothing left to set up. */
const SetupChecklist = lazyWithRetry(async () => (await import('../setup/SetupChecklist.tsx')).SetupChecklist)

const address = '/console/work'
/** How often the queue is read again. */
const refreshMs = 10_000

const kindOf = (text: string | undefined): WorkKind | undefined => workKinds.find((kind) => kind === text)

/** The queue of the provider's staff: all that waits, the earliest deadline first. */
export function WorkPage({ search }: ConsolePageProps<'/console/work'>) {
  const kind = kindOf(search['kind'])
  const mine = search['mine'] === 'yes' ? 'yes' : undefined
  const read = useQuery({
    ...consoleQuery(consoleWork, { query: { kind, mine } }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })
  const counts = new Map(read.data?.counts.map((one) => [one.kind, one.count]))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const { dueToday = 0, oldest = null } = read.data ?? {}
  const lead = [
    t('work.waiting', { count: total }),
    dueToday > 0 && t('work.dueToday', { count: dueToday }),
    oldest !== null && t('work.oldest', { when: nearTime(oldest) }),
  ]
  return (
    <ConsolePage
      title={t('console.section.work')}
      lead={read.data && joinTexts(lead)}
      actions={read.data && read.data.items.length > 0 && <Keys />}
    >
      <ConsoleBoundary silent>
        <Suspense fallback={null}>
          <SetupChecklist />
        </Suspense>
      </ConsoleBoundary>
      <nav
        aria-label={t('work.column.what')}
        className="-mx-(--gutter) mb-3 flex gap-1 overflow-x-auto scroll-px-8 px-(--gutter) py-0.5 scrollbar-none lg:flex-wrap"
      >
        <Chip href={address} pressed={!kind && !mine} count={read.data && total}>
          {t('work.all')}
        </Chip>
        {workKinds
          .filter((one) => one === kind || (counts.get(one) ?? 0) > 0)
          .map((one) => (
            <Chip key={one} href={`${address}?kind=${one}`} pressed={one === kind} count={read.data && (counts.get(one) ?? 0)}>
              {t(`work.tab.${one}`)}
            </Chip>
          ))}
        <Chip href={`${address}?mine=yes`} pressed={mine !== undefined} count={read.data?.mine}>
          {t('work.mine')}
        </Chip>
      </nav>
      <ReadState read={read} skeleton={<WorkSkeleton />}>
        {({ items }) =>
          items.length > 0 ? (
            <WorkTable items={items} busy={read.isPlaceholderData} />
          ) : kind || mine ? (
            <EmptyState title={t('work.empty.filtered')} actions={<Button href={address}>{t('work.empty.showAll')}</Button>} />
          ) : (
            <EmptyWork />
          )
        }
      </ReadState>
    </ConsolePage>
  )
}

/** The keys of the list. */
const Keys = () => (
  <p aria-hidden className="flex items-center gap-1 text-sm text-ink-3 max-md:hidden">
    <Kbd>j</Kbd> <Kbd>k</Kbd> {t('work.keys.move')} · <Kbd>↵</Kbd> {t('work.keys.open')} · <Kbd>e</Kbd> {t('work.keys.done')}
  </p>
)
