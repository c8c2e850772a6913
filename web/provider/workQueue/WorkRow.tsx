import type { WorkItem } from '#contract/provider/work'
import { closedByHand } from '#domain/provider/workTargets'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { useWorkHref } from '../frame/workHref.ts'
import { workText } from './workText.ts'
import { WorkDeadline } from './WorkDeadline.tsx'

type WorkRowProps = {
  item: WorkItem
  selected: boolean
  now: Date
  /** Null: the person may not. */
  onClose: (() => void) | null
  onTake: () => void
  onGiveBack: () => void
}

/** One item: what, of whom, until when, who has it, and its one verb. */
export function WorkRow({ item, selected, now, onClose, onTake, onGiveBack }: WorkRowProps) {
  const { kind, merchantName, owner } = item
  const href = useWorkHref()(item)
  const name = merchantName || t('work.nobodys')
  // The same verb stands in every row.
  const of = <span className="sr-only">{t('work.of', { what: t(`work.kind.${kind}`), name })}</span>
  return (
    <TableRow selected={selected}>
      <Cell card="state">
        <span className="font-strong max-md:text-sm max-md:font-medium max-md:text-ink-3">{t(`work.kind.${kind}`)}</span>
      </Cell>
      <Cell card="title" detail={workText(item)}>
        {href === null ? <span className="font-strong">{name}</span> : <RowLink href={href}>{name}</RowLink>}
      </Cell>
      <Cell card="foot">
        <WorkDeadline since={item.since} deadline={item.deadline} now={now} />
      </Cell>
      <Cell card="net">
        {owner === null ? (
          <Button variant="quiet" size="small" className="-ml-2.75" onClick={onTake}>
            {t('work.take')}
            {of}
          </Button>
        ) : owner.isMe ? (
          <span className="flex flex-wrap items-center gap-x-2">
            {t('work.you')}
            <Button variant="quiet" size="small" onClick={onGiveBack}>
              {t('work.giveBack')}
              {of}
            </Button>
          </span>
        ) : (
          <span className="text-ink-2">{owner.name}</span>
        )}
      </Cell>
      <Cell card="amount" numeric>
        {closedByHand.has(kind) && onClose ? (
          <Button size="small" onClick={onClose}>
            {t('work.close')}
            {of}
          </Button>
        ) : (
          href !== null && (
            <Button size="small" href={href}>
              {t(`work.open.${kind}`)}
              {of}
            </Button>
          )
        )}
      </Cell>
    </TableRow>
  )
}
