import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Inbox } from '#contract/merchants/inbox'
import { groupWork, solvedTogether } from '#domain/merchants/inbox'
import { money } from '../../platform/i18n/format.ts'
import { AddressDialog } from '../../platform/feedback/AddressDialog.tsx'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useUrgentKey } from '../../platform/quickActions/useUrgentKey.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { openTasksQuery } from '../../platform/live/openTasksQuery.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { FilterChips } from '../../platform/ui/tables/FilterChips.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { dayText } from '../../platform/i18n/calendar.ts'
import { AlreadyResolvedBanner } from './AlreadyResolvedBanner.tsx'
import { inboxSearch, readInboxQuery, type InboxQuery } from './inboxQuery.ts'
import { ElsewhereList } from './ElsewhereList.tsx'
import { SnoozedList } from './SnoozedList.tsx'
import { SolvedList } from './SolvedList.tsx'
import { BulkResolveDialog } from './BulkResolveDialog.tsx'
import { useNextPayment } from './useNextPayment.ts'
import { useWorkActs } from './useWorkActs.ts'
import { WorkTable } from './WorkTable.tsx'

/** Starts the read before the page is rendered. */
function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(openTasksQuery(params['merchantId'] ?? ''))
}

/** The merchant’s open tasks: each disappears as soon as it is resolved, wherever that happens. */
function InboxScreen() {
  const { merchantId, flag } = useMerchant()
  const now = useNow()
  const payment = useNextPayment()
  const read = useQuery({ ...openTasksQuery(merchantId), refetchOnMount: 'always' })
  const slow = useDelayed(read.isPending && !read.isError)
  return (
    <section aria-labelledby="inbox-title">
      <header className="flex flex-wrap items-baseline gap-x-3 pb-2">
        <h1 id="inbox-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
          {t('inbox.title')}
        </h1>
        <span className="text-ink-3">{dayText(now)}</span>
        {/* A phone keeps its line, so that the list stays where it is. */}
        {payment === undefined && (
          <span aria-hidden className="inline-flex min-h-11 w-72 items-center text-md md:hidden">
            {'\u00a0'}
          </span>
        )}
        {payment && (
          <Anchor
            href={paths.settlementsBalance(merchantId, flag)}
            className={`inline-flex items-center text-md max-md:min-h-11 ${linkClass}`}
          >
            {payment}
          </Anchor>
        )}
      </header>
      {read.isError && !read.data ? (
        <div className="pt-6">
          <FailureCard title={t('inbox.failed')} error={read.error} onRetry={() => void read.refetch()} retrying={read.isFetching} />
        </div>
      ) : read.data ? (
        <Work inbox={read.data} busy={read.isFetching} now={now} />
      ) : (
        slow && <Loading now={now} />
      )}
    </section>
  )
}

function Loading({ now }: { now: Date }) {
  const acts = useWorkActs()
  return <WorkTable items={null} people={[]} busy now={now} named={null} acts={acts} />
}

function Work({ inbox, busy, now }: { inbox: Inbox; busy: boolean; now: Date }) {
  const { merchantId, flag, sandbox } = useMerchant()
  const { search } = useAddress()
  const query = useMemo(() => readInboxQuery(search), [search])
  const acts = useWorkActs()
  const hrefOf = (change: Partial<InboxQuery>) => paths.inbox(merchantId, { ...inboxSearch({ ...query, ...change }), ...flag })
  const [waiting, resting] = [
    inbox.items.filter((one) => one.snoozedUntil === null),
    inbox.items.filter((one) => one.snoozedUntil !== null),
  ]
  const groups = groupWork(waiting)
  const group = groups.find(({ kind }) => kind === query.kind)
  // When the last item of the selected kind is resolved, all kinds are shown again.
  const shown = group?.items ?? waiting
  const together = group && solvedTogether.has(group.kind) && group.items.length > 1 ? group : null
  const closeDialog = () => go(hrefOf({ dialog: null }), { replace: true, keepScroll: true })
  useUrgentKey()
  useEffect(() => {
    if (query.item !== null) document.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'center' })
  }, [query.item])
  return (
    <>
      {sandbox && <Banner tone="sandbox">{t('inbox.sandbox')}</Banner>}
      <AlreadyResolvedBanner inbox={inbox} item={query.item} now={now} />
      {groups.length > 1 && (
        <FilterChips
          label={t('inbox.kinds')}
          groups={[
            [{ key: 'all', label: t('inbox.kind.all'), count: waiting.length, pressed: !group, href: hrefOf({ kind: null, item: null }) }],
            groups.map(({ kind, items }) => ({
              key: kind,
              label: t(`inbox.kind.${kind}`),
              count: items.length,
              pressed: kind === group?.kind,
              href: hrefOf({ kind, item: null }),
            })),
          ]}
        />
      )}
      {together && (
        <div className="flex justify-end pb-3" data-urgent>
          <Button variant="filled" href={hrefOf({ kind: together.kind, dialog: 'together' })}>
            {t(`inbox.together.${together.kind === 'capture' ? 'capture' : 'confirmation'}`, {
              count: together.items.length,
              amount: money(together.amountCents ?? 0),
            })}
          </Button>
        </div>
      )}
      {inbox.more && <Banner>{t('inbox.more')}</Banner>}
      {shown.length > 0 ? (
        <WorkTable items={shown} people={inbox.people} busy={busy} now={now} named={query.item} acts={acts} />
      ) : (
        <EmptyState
          title={t('inbox.empty')}
          actions={
            <Button variant="outlined" href={paths.operations(merchantId, flag)}>
              {t('inbox.empty.operations')}
            </Button>
          }
        >
          {t('inbox.empty.detail')}
        </EmptyState>
      )}
      <SnoozedList items={resting} acts={acts} />
      <SolvedList items={inbox.solved} now={now} />
      <ElsewhereList now={now} />
      {query.dialog === 'together' && (
        <AddressDialog isAllowed={together !== null} onClose={closeDialog}>
          <BulkResolveDialog
            kind={query.kind === 'capture' ? 'capture' : 'confirmation'}
            items={together?.items ?? []}
            onClose={closeDialog}
          />
        </AddressDialog>
      )}
      <Live message={t('inbox.spoken', { count: waiting.length })} />
    </>
  )
}

export const InboxPage: Screen = { component: InboxScreen, loader }
