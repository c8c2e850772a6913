import type { Inbox } from '#contract/merchants/inbox'
import { t } from '../../platform/i18n/t.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { solvedText } from './solvedText.ts'
import { detailText } from './workText.ts'

/** Shown when the item of an e-mail’s link has already been resolved by somebody else. Nothing while it is open. */
export function AlreadyResolvedBanner({ inbox, item, now }: { inbox: Inbox; item: string | null; now: Date }) {
  if (item === null || inbox.items.some(({ key }) => key === item)) return null
  const solved = inbox.solved.find(({ key }) => key === item)
  return (
    <div className="pb-3">
      <Banner live title={solved ? `${t(`inbox.one.${solved.kind}`)}: ${detailText(solved)}` : t('inbox.gone.title')}>
        {solved ? solvedText(solved, now) : t('inbox.gone.unknown')}
      </Banner>
    </div>
  )
}
