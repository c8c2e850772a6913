import { useState } from 'react'
import { consoleReviewShop } from '#contract/provider/review'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { consoleReview } from '#contract/provider/review'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Kbd } from '../../platform/ui/controls/Kbd.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useKeys } from '../frame/useKeys.ts'
import { Letter } from './Letter.tsx'
import { RejectForm } from './RejectForm.tsx'

type Review = AnswerOf<typeof consoleReview>
type ShopVerdictProps = { review: Review; shop: Review['shops'][number]; onDone: () => void }

/** The verdict on a requested shop, once its documents are decided: `a` approves it and opens the next item, `r` asks why not. */
export function ShopVerdict({ review: { accountId, changes, documents }, shop: { merchantId, name }, onDone }: ShopVerdictProps) {
  const [rejects, setRejects] = useState(false)
  const { send, busy, problem } = useConsoleWrite(consoleReviewShop, { onDone, done: t('review.shop.done', { shop: name }) })
  const params = { accountId, merchantId }
  const missing = documents.filter(({ status }) => status !== 'approved' && status !== 'in_review')
  const blocked =
    changes.length > 0
      ? t('review.shop.changes')
      : missing.length > 0
        ? t('review.shop.missing', { documents: missing.map(({ label }) => label).join(', ') })
        : null
  const approve = () => send({ params, body: { approved: true } })
  useKeys({ a: rejects || blocked !== null ? undefined : approve, r: () => setRejects(true) })
  if (rejects)
    return (
      <RejectForm
        title={t('review.shop.why', { shop: name })}
        reasons={[]}
        verb={t('review.shop.reject')}
        busy={busy}
        problem={problem}
        renderLetter={(_, words) => <Letter accountId={accountId} about="shop" of={merchantId} approved={false} words={words} />}
        onBack={() => setRejects(false)}
        onSend={(_, words) => send({ params, body: { approved: false, reason: words } })}
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-md font-strong">{blocked ?? t('review.shop.ready', { shop: name })}</p>
      {blocked === null && <Letter accountId={accountId} about="shop" of={merchantId} approved />}
      {problem !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => setRejects(true)} iconEnd={<Kbd>r</Kbd>}>
          {t('review.shop.notGood')}
        </Button>
        <Button variant="filled" busy={busy} busyLabel={t('review.sending')} onClick={approve} disabledReason={blocked}>
          {t('review.shop.approve')}
        </Button>
      </div>
    </div>
  )
}
