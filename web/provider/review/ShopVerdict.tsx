import { consoleReviewShop } from '#contract/provider/review'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { consoleReview } from '#contract/provider/review'
import { t } from '../../platform/i18n/t.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { Letter } from './Letter.tsx'
import { Verdict } from './Verdict.tsx'

type Review = AnswerOf<typeof consoleReview>
type ShopVerdictProps = { review: Review; shop: Review['shops'][number]; onDone: () => void }

/** The verdict on a requested shop, once its documents are decided; approving it opens the next item. */
export function ShopVerdict({ review: { accountId, changes, documents }, shop: { merchantId, name }, onDone }: ShopVerdictProps) {
  const write = useConsoleWrite(consoleReviewShop, { onDone, done: t('review.shop.done', { shop: name }) })
  const params = { accountId, merchantId }
  const missing = documents.filter(({ status }) => status !== 'approved' && status !== 'in_review')
  const blocked =
    changes.length > 0
      ? t('review.shop.changes')
      : missing.length > 0
        ? t('review.shop.missing', { documents: missing.map(({ label }) => label).join(', ') })
        : null
  const rejection = {
    title: t('review.shop.why', { shop: name }),
    reasons: [],
    verb: t('review.shop.reject'),
    renderLetter: (_: null, words: string) => <Letter accountId={accountId} about="shop" of={merchantId} approved={false} words={words} />,
    onSend: (_: null, words: string) => write.send({ params, body: { approved: false, reason: words } }),
  }
  return (
    <Verdict
      write={write}
      rejection={rejection}
      rejectLabel={t('review.shop.notGood')}
      approveLabel={t('review.shop.approve')}
      blocked={blocked}
      onApprove={() => write.send({ params, body: { approved: true } })}
    >
      <p className="text-md font-strong">{blocked ?? t('review.shop.ready', { shop: name })}</p>
      {blocked === null && <Letter accountId={accountId} about="shop" of={merchantId} approved />}
    </Verdict>
  )
}
