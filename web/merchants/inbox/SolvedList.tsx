import Check from 'lucide-react/icons/check'
import type { SolvedItem } from '#contract/merchants/inbox'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Unbroken } from '../../platform/ui/tables/Unbroken.tsx'
import { solvedText } from './solvedText.ts'
import { detailText } from './workText.ts'

/** Number of items shown unfolded. */
const open = 8

/** Items resolved within the last day, anywhere and by anybody. */
export function SolvedList({ items, now }: { items: readonly SolvedItem[]; now: Date }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="solved-title" className="mt-8">
      <h2 id="solved-title" className="text-title-sm font-strong">
        {t('inbox.solved')}
      </h2>
      <Lines items={items.slice(0, open)} now={now} />
      {items.length > open && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-md font-medium">
            {t('inbox.solved.rest', { count: items.length - open })}
          </summary>
          <Lines items={items.slice(open)} now={now} />
        </details>
      )}
    </section>
  )
}

function Lines({ items, now }: { items: readonly SolvedItem[]; now: Date }) {
  return (
    <ul className="mt-2">
      {items.map((item) => (
        <li key={item.key} className="flex gap-3 border-b border-line py-2.5 text-ink-2">
          <Check aria-hidden className="mt-0.5 size-4 flex-none text-ink-3" />
          <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
            <span className="min-w-0 flex-1 basis-[9rem]">
              {t(`inbox.one.${item.kind}`)}: <Unbroken>{detailText(item)}</Unbroken>
              <span className="block text-sm text-ink-3">{solvedText(item, now)}</span>
            </span>
            {item.amount !== null && <span className="whitespace-nowrap">{money(item.amount)}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
