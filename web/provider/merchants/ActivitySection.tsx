import { useInfiniteQuery } from '@tanstack/react-query'
import { consoleAccountTimeline, type TimelineEntry } from '#contract/provider/merchants'
import { joinTexts } from '#domain/platform/direction'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { callConsole } from '../api/callConsole.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { Section } from './Section.tsx'

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
    <Section title={t('consoleMerchants.activity')}>
      <ReadState read={read}>
        {({ pages }) => (
          <>
            {pages[0]?.results.length === 0 && <p className="text-md text-ink-3">{t('consoleMerchants.activity.none')}</p>}
            <ol className="divide-y divide-line border-y border-line empty:border-0">
              {pages
                .flatMap(({ results }) => results)
                .map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
            </ol>
            {read.hasNextPage && (
              <p className="pt-4">
                <Button
                  busy={read.isFetchingNextPage}
                  busyLabel={t('shell.reading')}
                  sends={false}
                  onClick={() => void read.fetchNextPage()}
                >
                  {t('consoleMerchants.more')}
                </Button>
              </p>
            )}
          </>
        )}
      </ReadState>
    </Section>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { at, action, about, refused, merchant, changes, staff, person, byKey } = entry
  const who = staff ?? person?.name ?? t(byKey ? 'activity.key' : 'activity.nobody')
  return (
    <li className="grid gap-x-5 gap-y-0.5 py-2.5 md:grid-cols-[150px_minmax(0,1fr)]">
      <span className="text-sm text-ink-3 md:pt-0.5">{dateTime(at)}</span>
      <span className="min-w-0 wrap-anywhere">
        <span className="text-md">
          {joinTexts([action, ...(about === null ? [] : [about]), ...(merchant ? [merchant.name] : [])], ' · ')}
        </span>
        <span className="block text-sm text-ink-3">{staff === null ? who : t('consoleMerchants.byStaff', { name: who })}</span>
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
