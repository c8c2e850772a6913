import { consoleWorkClose, consoleWorkGiveBack, consoleWorkTake, type WorkItem } from '#contract/provider/work'
import { closedByHand } from '#domain/provider/workTargets'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useKeys } from '../frame/useKeys.ts'
import { useStaff } from '../frame/useStaff.ts'
import { useRowSelection } from './useRowSelection.ts'
import { WorkRow } from './WorkRow.tsx'

const keyOf = ({ kind, id }: WorkItem) => `${kind} ${id}`
const closable = ['payout_returned', 'debit_returned', 'message_dead', 'webhook_off'] as const
type Closable = (typeof closable)[number]

/** What waits, in order; `j` and `k` move through it, Enter opens, `e` takes off the list what nothing else ends. */
export function WorkTable({ items, busy }: { items: readonly WorkItem[]; busy: boolean }) {
  const { may } = useStaff()
  const now = useNow(30_000, serverNow)
  const take = useConsoleWrite(consoleWorkTake)
  const giveBack = useConsoleWrite(consoleWorkGiveBack)
  const close = useConsoleWrite(consoleWorkClose, { done: t('work.closed') })
  const ids = items.map(keyOf)
  const { selected, move } = useRowSelection(ids)
  const closeItem = ({ kind, id }: WorkItem) => close.send({ body: { kind: kind as Closable, id } }) // only offered for these kinds
  const present = items.find((item) => keyOf(item) === selected)
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    e: () => {
      if (!present) return
      if (closedByHand.has(present.kind) && may('consoleWorkClose')) closeItem(present)
      else showToast(t('work.notByHand'))
    },
  })
  const problem = take.error ?? giveBack.error ?? close.error
  return (
    <div id="work-list">
      {problem !== null && (
        <p role="alert" className="mb-3 text-sm text-danger-ink">
          {failureMessage(problem)}
        </p>
      )}
      <Table
        caption={t('console.section.work')}
        fixed
        busy={busy}
        head={
          <>
            <HeadCell width="8.5rem">{t('work.column.what')}</HeadCell>
            <HeadCell>{t('work.column.merchant')}</HeadCell>
            <HeadCell width="19%">{t('work.column.deadline')}</HeadCell>
            <HeadCell width="8.75rem">{t('work.column.owner')}</HeadCell>
            <HeadCell width="9.25rem">
              <span className="sr-only">{t('work.column.verb')}</span>
            </HeadCell>
          </>
        }
      >
        {items.map((item) => (
          <WorkRow
            key={keyOf(item)}
            item={item}
            now={now}
            selected={keyOf(item) === selected}
            onTake={() => take.send({ body: { kind: item.kind, id: item.id } })}
            onGiveBack={() => giveBack.send({ body: { kind: item.kind, id: item.id } })}
            onClose={may('consoleWorkClose') ? () => closeItem(item) : null}
          />
        ))}
      </Table>
    </div>
  )
}
