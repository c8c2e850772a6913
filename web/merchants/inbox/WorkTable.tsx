import Ellipsis from 'lucide-react/icons/ellipsis'
import type { Inbox, WorkItem } from '#contract/merchants/inbox'
import { checkedByHand, snoozedUntil, snoozes, urgencyOf } from '#domain/merchants/inbox'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { leftText, whenText } from '../../sales/operationStatus/operationText.ts'
import { timeLeft } from '../../sales/operationStatus/timeLeft.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { Deadline } from '../../platform/ui/figures/Deadline.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Menu, type MenuItem } from '../../platform/ui/controls/Menu.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { Unbroken } from '../../platform/ui/tables/Unbroken.tsx'
import { OwnerMenu } from './OwnerMenu.tsx'
import type { WorkActs } from './useWorkActs.ts'
import { workHref } from './workHref.ts'
import { detailText, itemWhen, shareLeft, subjectText } from './workText.ts'

type WorkTableProps = {
  /** Null while first loading. */
  items: readonly WorkItem[] | null
  people: Inbox['people']
  busy: boolean
  now: Date
  /** The item that an e-mail linked to. */
  named: string | null
  acts: WorkActs
}

/** Open items, nearest deadline first: what, until when, how much, assignee, and one action. */
export function WorkTable({ items, people, busy, now, named, acts }: WorkTableProps) {
  const withOwner = people.length > 1
  const head = (
    <>
      <HeadCell width="24%">{t('inbox.column.what')}</HeadCell>
      <HeadCell>{t('inbox.column.deadline')}</HeadCell>
      <HeadCell numeric width="7.25rem">
        {t('shell.heading.amount')}
      </HeadCell>
      {withOwner && <HeadCell width="13%">{t('inbox.column.owner')}</HeadCell>}
      <HeadCell width="11.5rem">
        <span className="sr-only">{t('shell.verbs')}</span>
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(items === null ? 'inbox.loading' : 'inbox.table')} head={head} busy={busy || items === null}>
      {items === null ? (
        <SkeletonRows rows={5} widths={withOwner ? [190, 110, -70, 90, 120] : [190, 110, -70, 120]} />
      ) : (
        items.map((item) => <Row key={item.key} item={item} people={people} now={now} named={item.key === named} acts={acts} />)
      )}
    </Table>
  )
}

type RowProps = { item: WorkItem; people: Inbox['people']; now: Date; named: boolean; acts: WorkActs }

function Row({ item, people, now, named, acts }: RowProps) {
  const shop = useMerchant()
  const { kind, amount } = item
  const href = workHref(item, shop)
  const subject = subjectText(item)
  const verb = t(`inbox.verb.${kind}`)
  // On phones this column is hidden: assigning is in the row’s menu, at every size.
  const mine =
    people.length > 1 && item.owner?.userId !== shop.account.userId
      ? people.find(({ userId }) => userId === shop.account.userId)
      : undefined
  const menu = (
    <Menu
      label={t('inbox.item.menu')}
      triggerLabel={t('inbox.item.menuOf', { subject })}
      trigger={<Ellipsis aria-hidden />}
      items={itemMenu(item, now, acts, mine)}
    />
  )
  return (
    <TableRow selected={named || undefined}>
      <Cell card="title" detail={<Unbroken>{detailText(item)}</Unbroken>}>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <RowLink href={href}>{t(`inbox.one.${kind}`)}</RowLink>
          {shop.sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
        </span>
      </Cell>
      <Cell card="state">
        <ItemDeadline item={item} now={now} />
      </Cell>
      <Cell numeric strong card="amount">
        <Money cents={amount} />
      </Cell>
      {people.length > 1 && (
        <Cell card={item.owner ? 'foot' : 'hidden'}>
          <OwnerMenu item={item} people={people} onChoose={(person) => void acts.assign(item, person)} />
        </Cell>
      )}
      <Cell card="net">
        <span className="flex items-center justify-end gap-1" data-urgent>
          {/* A disabled account sells nothing. */}
          {(kind !== 'link_asked' || !shop.disabled) && (
            <Button
              size="small"
              // One press is enough for these; items that need a review link to their page.
              {...(kind === 'link_asked' ? { sends: true, onClick: () => void acts.sendAnother(item) } : { href })}
              aria-label={t('inbox.verbOf', { verb, subject })}
            >
              {verb}
            </Button>
          )}
          {menu}
        </span>
      </Cell>
    </TableRow>
  )
}

function ItemDeadline({ item, now }: { item: WorkItem; now: Date }) {
  if (item.deadline === null) return <span className="text-ink-3 max-md:text-sm">{itemWhen(item, now)}</span>
  const at = new Date(item.deadline)
  const tone = urgencyOf(at, now)
  return (
    <Deadline tone={tone} left={shareLeft(item, now)} detail={leftText(timeLeft(at, now))}>
      {tone ? whenText(at, now) : date(item.deadline)}
    </Deadline>
  )
}

function itemMenu(item: WorkItem, now: Date, acts: WorkActs, me: Inbox['people'][number] | undefined): MenuItem[] {
  const deadline = item.deadline === null ? null : new Date(item.deadline)
  return [
    ...(me ? [{ key: 'me', label: t('inbox.owner.me'), onSelect: () => void acts.assign(item, me) }] : []),
    ...snoozes.map((snooze) => ({
      key: snooze,
      label: t(`inbox.snooze.${snooze}`),
      disabledReason: snoozedUntil(snooze, now, deadline) === null ? t('inbox.snooze.tooLate') : null,
      onSelect: () => void acts.snooze(item, snooze),
    })),
    ...(checkedByHand.has(item.kind) ? [{ key: 'check', label: t('inbox.check'), onSelect: () => void acts.check(item) }] : []),
  ]
}
