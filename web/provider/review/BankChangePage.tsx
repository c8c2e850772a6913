import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleBankCertificate, consoleBankChange } from '#contract/provider/review'
import { joinTexts } from '#domain/platform/direction'
import { t } from '../../platform/i18n/t.ts'
import { nearTime } from '../../platform/i18n/format.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { Failure, ReadState } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { BankVerdict } from './BankVerdict.tsx'
import { Masked } from './Masked.tsx'
import { PaperView } from './PaperView.tsx'
import { ReviewLayout } from './ReviewLayout.tsx'
import { Checks, TypedFacts } from './TypedFacts.tsx'
import { useNextItem } from './useNextItem.ts'
import { usePaperFindings } from './usePaperFindings.ts'
import { useReviewFile } from './useReviewFile.ts'

/** A change of bank account: the certificate beside the number and its holder. */
export function BankChangePage({ params: { ibanId } }: ConsolePageProps<'/console/review/bank-account/{ibanId}'>) {
  const [reason, setReason] = useState<string | undefined>(undefined)
  const { place, openNext } = useNextItem({ kind: 'bank_account', ids: [ibanId] })
  const read = useQuery({
    ...consoleQuery(consoleBankChange, { params: { ibanId }, query: { reason } }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    placeholderData: (earlier) => (earlier?.id === ibanId ? earlier : undefined),
  })
  const lead = read.data && [
    t('work.kind.bank_account'),
    read.data.confirmedAt && t('review.sent', { when: nearTime(read.data.confirmedAt) }),
    read.data.deadline && t('review.due', { when: nearTime(read.data.deadline) }),
  ]
  return (
    <ConsolePage
      title={read.data?.name ?? t('work.kind.bank_account')}
      lead={lead && joinTexts(lead)}
      back={{ href: '/console/work', label: place ? t('review.backAt', place) : t('review.back') }}
    >
      <ReadState read={read}>
        {(change) => <BankChange change={change} reason={reason} onReason={setReason} openNext={openNext} />}
      </ReadState>
    </ConsolePage>
  )
}

type Change = AnswerOf<typeof consoleBankChange>
type BankChangeProps = { change: Change; reason: string | undefined; onReason: (reason: string) => void; openNext: () => void }

function BankChange({ change, reason, onReason, openNext }: BankChangeProps) {
  const { may } = useStaff()
  const { id: ibanId, isMasked, state, isReviewed } = change
  const query = reason === undefined ? {} : { reason }
  const file = useReviewFile(consoleBankCertificate, isMasked ? null : { params: { ibanId }, query })
  const findings = usePaperFindings(file.data, 'bank_account_certificate')
  const waits = state === 'pending_review' && !isReviewed
  return (
    <ReviewLayout
      paper={
        file.error !== null ? (
          <div className="p-8">
            <Failure error={file.error} onRetry={() => void file.refetch()} retrying={file.isFetching} />
          </div>
        ) : isMasked ? (
          <p className="p-8 text-center text-ink-3">{t('review.masked.paper')}</p>
        ) : (
          <PaperView file={file.data} label={t('company.paper.bank_account_certificate')} />
        )
      }
      facts={
        <>
          {isMasked && <Masked onReason={onReason} />}
          {!waits && <p className="mb-4 text-md font-strong">{t('review.bank.over')}</p>}
          {change.needsSecondOwner && <p className="mb-4 text-sm text-ink-2">{t('review.bank.second')}</p>}
          <TypedFacts sections={change.sections} onAsk={null} heading="h2" />
          <Checks checks={findings?.checks ?? []} />
        </>
      }
      verdict={waits && may('consoleBankDecide') ? <BankVerdict change={change} onDone={openNext} /> : null}
    />
  )
}
