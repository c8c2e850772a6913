import type { ReviewDocument } from '#contract/provider/review'
import { t } from '../../platform/i18n/t.ts'
import { useCurrentInView } from '../../platform/ui/controls/useCurrentInView.ts'

const dots: Record<ReviewDocument['status'], string> = {
  approved: 'bg-accepted-solid',
  in_review: 'bg-in-process-solid',
  rejected: 'bg-rejected-solid',
  expired: 'bg-rejected-solid',
  uploaded: 'bg-line-strong',
  missing: 'bg-line-strong',
}

type DocumentTabsProps = {
  documents: readonly ReviewDocument[]
  present: string | undefined
  onChoose: (type: ReviewDocument['type']) => void
}

/** The documents of an application, each with its state; the arrow keys go from one to the next. */
export function DocumentTabs({ documents, present, onChoose }: DocumentTabsProps) {
  const row = useCurrentInView<HTMLDivElement>(present)
  return (
    <div
      ref={row}
      role="group"
      aria-label={t('review.documents')}
      className="relative flex gap-1 overflow-x-auto scroll-px-8 border-b border-line px-3 pt-3 scrollbar-none"
    >
      {documents.map(({ type, status }) => (
        <button
          key={type}
          type="button"
          aria-current={type === present ? 'true' : undefined}
          onClick={() => onChoose(type)}
          className="flex flex-none items-center gap-2 rounded-t-2 px-3 py-2 text-md max-md:min-h-11 whitespace-nowrap text-ink-2 hover:bg-hover aria-[current]:bg-sheet aria-[current]:font-strong aria-[current]:text-ink"
        >
          <i aria-hidden className={`size-2 rounded-full ${dots[status]}`} />
          {t(`review.doc.${type}`)}
          <span className="sr-only">, {t(`company.paperStatus.${status}`)}</span>
        </button>
      ))}
    </div>
  )
}
