import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WorkItem } from '#contract/merchants/inbox'
import { groupWork, solvedTogether, urgencyOf, type WorkGroup } from '#domain/merchants/inbox'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { rememberTop } from '../../platform/frame/topPlace.ts'
import { openTasksQuery } from '../../platform/live/openTasksQuery.ts'
import { useUrgentKey } from '../../platform/quickActions/useUrgentKey.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { Ticket } from '../../platform/ui/figures/Ticket.tsx'
import { Tickets } from '../../platform/ui/figures/Tickets.tsx'
import { dayText } from '../../platform/i18n/calendar.ts'
import { useNextPayment } from './useNextPayment.ts'
import { groupSubjects, groupText, itemWhen, shareLeft } from './workText.ts'
import { workHref } from './workHref.ts'

/** Maximum number of tickets above the list. */
const most = 5

/** "Hoy": the most urgent items, one ticket per kind, above the operations. It loads after the list without moving it. */
export function TodayBar() {
  const shop = useMerchant()
  const { merchantId, mode, flag } = shop
  const now = useNow()
  useUrgentKey()
  const { data, isError, refetch } = useQuery(openTasksQuery(merchantId))
  const groups = data && groupWork(data.items.filter(({ snoozedUntil }) => snoozedUntil === null))
  const empty = groups?.length === 0
  const payment = useNextPayment()
  const openItems = groups?.reduce((count, { items }) => count + items.length, 0)
  // Announced when the count increases, not on every page.
  const [known, setKnown] = useState<number | null>(null)
  if (openItems !== undefined && (known === null || openItems < known)) setKnown(openItems)
  useEffect(() => {
    if (groups) rememberTop(merchantId, mode, !empty)
  }, [groups, empty, merchantId, mode])
  return (
    <section aria-labelledby="today-title">
      <header className="flex min-h-8 items-baseline gap-2.5 max-md:min-h-11 max-md:items-center">
        {/* Not a heading: it is above the page's own. */}
        <p id="today-title" className="flex-none font-display text-title-sm font-title tracking-tight">
          {t('inbox.title')}
        </p>
        {shop.sandbox && (
          <span className={payment === null ? '' : 'max-md:hidden'}>
            <Tag kind="test">{t('operations.test')}</Tag>
          </span>
        )}
        <span className={`text-md text-ink-3 max-[18rem]:hidden ${payment === null && !empty ? '' : 'max-md:hidden'}`}>{dayText(now)}</span>
        {payment !== null && (
          <Anchor
            href={paths.settlementsBalance(merchantId, flag)}
            className={`inline-flex min-w-0 items-center text-md max-[18rem]:hidden max-md:min-h-11 ${linkClass}`}
          >
            <span className="leading-snug text-balance md:truncate">{payment}</span>
          </Anchor>
        )}
        {empty && <span className={`truncate text-md text-ink-3 ${payment === null ? '' : 'max-md:hidden'}`}>{t('inbox.nothing')}</span>}
        <Anchor
          href={paths.inbox(merchantId, flag)}
          className={`ml-auto inline-flex flex-none items-center text-md max-md:min-h-11 max-md:pl-3 ${linkClass}`}
        >
          {t('shell.showAll')}
        </Anchor>
      </header>
      {isError && !data && (
        <p className="flex items-center gap-3 pt-1 text-md text-ink-2">
          {t('inbox.failedShort')}
          <Button size="small" onClick={() => void refetch()}>
            {t('shell.retry')}
          </Button>
        </p>
      )}
      {groups && groups.length > 0 && (
        <Tickets label={t('inbox.tickets')}>
          {groups.slice(0, most).map((group) => (
            <GroupTicket key={group.kind} group={group} now={now} />
          ))}
        </Tickets>
      )}
      <Live message={openItems !== undefined && known !== null && openItems > known ? t('inbox.spoken', { count: openItems }) : ''} />
    </section>
  )
}

/** One item links to the page that resolves it; several of a kind with a bulk action, to that action. */
function GroupTicket({ group, now }: { group: WorkGroup<WorkItem>; now: Date }) {
  const shop = useMerchant()
  const { kind, items, amountCents } = group
  const [first] = items
  if (!first) return null
  const deadline = first.deadline === null ? null : new Date(first.deadline)
  const [single, together] = [items.length === 1, items.length > 1 && solvedTogether.has(kind)]
  return (
    <Ticket
      when={itemWhen(first, now)}
      tone={deadline && urgencyOf(deadline, now)}
      left={shareLeft(first, now)}
      title={groupText(group, now)}
      who={groupSubjects(items)}
      amount={amountCents === null ? undefined : money(amountCents)}
      action={single || together ? t(`inbox.verb.${kind}`) : t('inbox.seeAll', { count: items.length })}
      href={single ? workHref(first, shop) : paths.inbox(shop.merchantId, { kind, ...(together && { dialog: 'together' }), ...shop.flag })}
    />
  )
}
