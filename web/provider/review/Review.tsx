import { useState } from 'react'
import type { ReviewDocument, ReviewSection } from '#contract/provider/review'
import { mayRequestChange } from '#domain/merchants/onboarding'
import { t } from '../../platform/i18n/t.ts'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { Failure } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { AskChangeDialog } from './AskChangeDialog.tsx'
import { DocumentTabs } from './DocumentTabs.tsx'
import { DocumentVerdict } from './DocumentVerdict.tsx'
import { Masked } from './Masked.tsx'
import { PaperView } from './PaperView.tsx'
import { ReviewLayout } from './ReviewLayout.tsx'
import { ShopVerdict } from './ShopVerdict.tsx'
import { Checks, TypedFacts } from './TypedFacts.tsx'
import { type ReviewData, useReview } from './useReview.ts'

type ReviewProps = {
  review: ReviewData
  shop: ReviewData['shops'][number] | undefined
  reason: string | undefined
  onReason: (reason: string) => void
  openNext: () => void
}

/** Documents beside what was typed. Deciding on one opens the next; after the last one the shop is decided. */
export function Review({ review, shop, reason, onReason, openNext }: ReviewProps) {
  const { may } = useStaff()
  const { open, present, shown, file, findings, choose, decide } = useReview(review, reason)
  const [changedFact, setChangedFact] = useState<ReviewSection['facts'][number] | null>(null)
  const { accountId, documents, isMasked } = review
  const mayDecide = may('consoleReviewDocument')
  const onDecided = (type: ReviewDocument['type']) => {
    decide(type)
    if (shop === undefined && open.every((one) => one.type === type)) openNext()
  }
  const verdict = !mayDecide ? null : present && open.includes(present) ? (
    <DocumentVerdict
      key={present.type}
      accountId={accountId}
      document={present}
      statedExpiry={findings?.expiresOn ?? null}
      onDone={() => onDecided(present.type)}
    />
  ) : open.length === 0 && shop ? (
    <ShopVerdict key={shop.merchantId} review={review} shop={shop} onDone={openNext} />
  ) : null
  return (
    <>
      <ReviewLayout
        tabs={<DocumentTabs documents={documents} present={present?.type} onChoose={(type) => choose(type)} />}
        paper={
          present && shown && !isMasked ? (
            <>
              <Sides document={present} shown={shown.id} onChoose={(side) => choose(present.type, side)} />
              {file.error === null ? (
                <PaperView file={file.data} label={present.label} />
              ) : (
                <div className="p-8">
                  <Failure error={file.error} onRetry={() => void file.refetch()} retrying={file.isFetching} />
                </div>
              )}
            </>
          ) : (
            <p className="p-8 text-center text-ink-3">{t(isMasked ? 'review.masked.paper' : 'review.noFile')}</p>
          )
        }
        facts={
          <>
            {isMasked && <Masked onReason={onReason} />}
            {present && <DocumentState document={present} checks={[...present.checks, ...(findings?.checks ?? [])]} />}
            <OpenChanges changes={review.changes} />
            <TypedFacts
              sections={review.sections}
              onAsk={mayDecide && mayRequestChange(review.status) ? setChangedFact : null}
              heading="h3"
            />
          </>
        }
        verdict={verdict}
      />
      {changedFact && <AskChangeDialog accountId={accountId} fact={changedFact} onClose={() => setChangedFact(null)} />}
    </>
  )
}

type SidesProps = { document: ReviewDocument; shown: string; onChoose: (side: number) => void }

/** Front and back of a document of two files. */
const Sides = ({ document: { files }, shown, onChoose }: SidesProps) =>
  files.length > 1 && (
    <div className="flex justify-center gap-1 pt-3">
      {files.map(({ id, side }, index) => (
        <Chip key={id} pressed={id === shown} onClick={() => onChoose(index)}>
          {t(`review.side.${side}`)}
        </Chip>
      ))}
    </div>
  )

/** The state of the document in view, and what is known of it. */
function DocumentState({
  document: { label, status, files },
  checks,
}: {
  document: ReviewDocument
  checks: Parameters<typeof Checks>[0]['checks']
}) {
  const rejected = files.find(({ rejectionReason }) => rejectionReason !== null)
  return (
    <section aria-live="polite" className="mb-6">
      <h2 className="text-md font-strong">{label}</h2>
      <p className="text-sm text-ink-3">
        {t(`company.paperStatus.${status}`)}
        {rejected?.rejectionReason && `: ${t(`company.paperReason.${rejected.rejectionReason}`)} ${rejected.note ?? ''}`}
      </p>
      <Checks checks={checks} />
    </section>
  )
}

/** What the owners were asked to correct and have not yet. */
const OpenChanges = ({ changes }: Pick<ReviewData, 'changes'>) =>
  changes.length > 0 && (
    <section className="mb-6">
      <h3 className="mb-1 text-sm font-strong text-ink-2">{t('review.changes')}</h3>
      <ul className="grid gap-1 text-md">
        {changes.map(({ field, label, message, createdAt }) => (
          <li key={`${field} ${createdAt}`} className="wrap-anywhere">
            <span className="text-ink-3">{label}:</span> «{message}»
          </li>
        ))}
      </ul>
    </section>
  )
