import { useInfiniteQuery } from '@tanstack/react-query'
import { consoleAccountTimeline, type TimelineEntry } from '#contract/provider/merchants'
import { joinTexts } from '#domain/platform/direction'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { callConsole } from '../api/callConsole.ts'
import { MoreRows } from '../frame/MoreRows.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { foldEntries } from './foldEntries.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

/** What happened in an account, newest first: who did what, with what it changed. */
export function ActivitySection({ accountId }: { accountId: string }) {
  const read = useInfiniteQuery({
    queryKey: ['console', consoleAccountTimeline.name, accountId],
    queryFn: async ({ pageParam, signal }) => {
      const { answer } = await callConsole(consoleAccountTimeline, { params: { accountId }, query: { before: pageParam }, signal })
      return answer ?? { results: [], next: null }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  return (
    <FormSection title={t('consoleMerchants.activity')}>
      <ReadState read={read}>
        {({ pages }) => (
          <>
            {pages[0]?.results.length === 0 && <p className="text-md text-ink-3">{t('consoleMerchants.activity.none')}</p>}
            <ol className="divide-y divide-line border-y border-line empty:border-0">
              {foldEntries(pages.flatMap(({ results }) => results)).map((group) => (
                <Group key={group[0]?.id} group={group} />
              ))}
            </ol>
            <MoreRows read={read} />
          </>
        )}
      </ReadState>
    </FormSection>
  )
}

/** One entry, or several alike under their count. */
function Group({ group }: { group: readonly TimelineEntry[] }) {
  const [first, ...others] = group
  if (!first) return null
  if (others.length === 0) return <Entry entry={first} />
  return (
    <li className="grid gap-x-5 gap-y-0.5 py-2.5 md:grid-cols-[9.375rem_minmax(0,1fr)]">
      <span className="text-sm text-ink-3 md:pt-0.5">{dateTime(first.at)}</span>
      <details className="min-w-0">
        <summary className="cursor-pointer wrap-anywhere max-md:py-1">
          <span className="text-md">
            {joinTexts([first.action, ...shopOf(first), t('consoleMerchants.activity.times', { count: group.length })], ' · ')}
          </span>
          <span className="block text-sm text-ink-3">{whoOf(first)}</span>
        </summary>
        <ol className="mt-2 divide-y divide-line border-t border-line">
          {group.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </details>
    </li>
  )
}

const shopOf = ({ merchant }: TimelineEntry): string[] => (merchant ? [merchant.name] : [])

function whoOf({ staff, person, byKey }: TimelineEntry): string {
  const who = staff ?? person?.name ?? t(byKey ? 'activity.key' : 'activity.nobody')
  return staff === null ? who : t('consoleMerchants.byStaff', { name: who })
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { at, action, about, refused, changes } = entry
  return (
    <li className="grid gap-x-5 gap-y-0.5 py-2.5 md:grid-cols-[9.375rem_minmax(0,1fr)]">
      <span className="text-sm text-ink-3 md:pt-0.5">{dateTime(at)}</span>
      <span className="min-w-0 wrap-anywhere">
        <span className="text-md">{joinTexts([action, ...(about === null ? [] : [about]), ...shopOf(entry)], ' · ')}</span>
        <span className="block text-sm text-ink-3">{whoOf(entry)}</span>
        {refused !== null && <span className="block text-sm text-danger-ink">{refused}</span>}
        {changes.length > 0 && (
          <span className="block text-sm text-ink-2">
            {joinTexts(
              changes.map(({ field, before, after }) => `${field}: ${before === null ? '' : `${before} → `}${after ?? '–'}`),
              '; ',
            )}
          </span>
        )}
      </span>
    </li>
  )
}
