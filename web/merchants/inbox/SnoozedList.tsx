import type { WorkItem } from '#contract/merchants/inbox'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Unbroken } from '../../platform/ui/tables/Unbroken.tsx'
import type { WorkActs } from './useWorkActs.ts'
import { detailText } from './workText.ts'

/** The member’s snoozed items, folded away. */
export function SnoozedList({ items, acts }: { items: readonly WorkItem[]; acts: WorkActs }) {
  if (items.length === 0) return null
  return (
    <details className="mt-8 border-t border-line pt-4">
      <summary className="min-h-8 cursor-pointer font-medium max-md:min-h-11">{t('inbox.resting', { count: items.length })}</summary>
      <p className="text-sm text-ink-3">{t('inbox.resting.about')}</p>
      <ul className="mt-2">
        {items.map((item) => (
          <li key={item.key} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5">
            <span className="mr-auto min-w-0">
              <span className="block">{t(`inbox.one.${item.kind}`)}</span>
              <span className="block text-sm text-ink-3">
                <Unbroken>{detailText(item)}</Unbroken>
              </span>
            </span>
            {item.snoozedUntil && (
              <span className="text-md text-ink-2">{t('inbox.resting.until', { when: nearTime(item.snoozedUntil) })}</span>
            )}
            <Button size="small" variant="quiet" onClick={() => void acts.unsnooze(item)}>
              {t('inbox.snooze.wake')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
