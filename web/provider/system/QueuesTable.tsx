import type { AnswerOf } from '#contract/platform/endpoint'
import type { systemView } from '#contract/provider/system'
import { quantity } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'

type Queue = AnswerOf<typeof systemView>['queues'][number]

/** A queue is late from a minute on: until then its work is only being done. */
const lateFromSeconds = 60

function delayText({ lateSeconds }: Queue): string {
  if (lateSeconds < lateFromSeconds) return t('system.queue.onTime')
  const minutes = Math.floor(lateSeconds / 60)
  return minutes < 60
    ? t('system.queue.minutes', { minutes })
    : t('system.queue.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** What the server does by itself, and how late the oldest of it is. */
export function QueuesTable({ queues }: { queues: readonly Queue[] }) {
  return (
    <FormSection title={t('system.queues')}>
      <p className="max-w-[68ch] text-ink-2">{t('system.queues.about')}</p>
      <Table
        caption={t('system.queues')}
        bleed={false}
        cards={false}
        fixed
        dense
        head={
          <>
            <HeadCell>{t('system.queue')}</HeadCell>
            <HeadCell numeric width="18%">
              {t('system.queue.waiting')}
            </HeadCell>
            <HeadCell numeric width="18%">
              {t('system.queue.failed')}
            </HeadCell>
            <HeadCell numeric width="24%">
              {t('system.queue.late')}
            </HeadCell>
          </>
        }
      >
        {queues.map((queue) => (
          <TableRow key={queue.name}>
            <Cell className="hyphens-auto">{tOr(`system.queue.${queue.name}`, 'system.queues')}</Cell>
            <Cell numeric>{queue.waiting === 0 ? '—' : quantity(queue.waiting)}</Cell>
            <Cell numeric>{queue.failed === 0 ? '—' : quantity(queue.failed)}</Cell>
            <Cell numeric strong={queue.lateSeconds >= lateFromSeconds}>
              {delayText(queue)}
            </Cell>
          </TableRow>
        ))}
      </Table>
    </FormSection>
  )
}
