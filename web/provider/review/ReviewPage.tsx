import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleReview } from '#contract/provider/review'
import { joinTexts } from '#domain/platform/direction'
import { t } from '../../platform/i18n/t.ts'
import { nearTime } from '../../platform/i18n/format.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { Review } from './Review.tsx'
import { useNextItem } from './useNextItem.ts'

/** One application whole, or the documents of an account that were handed in again. */
export function ReviewPage({ params: { accountId }, search }: ConsolePageProps<'/console/review/{accountId}'>) {
  const [reason, setReason] = useState<string | undefined>(undefined)
  const { shop } = search
  const kind = shop === undefined ? 'document' : 'application'
  const { place, openNext } = useNextItem({ kind, ids: [shop ?? accountId] })
  // Each reading is audited: only a decision reads it again.
  const read = useQuery({
    ...consoleQuery(consoleReview, { params: { accountId }, query: { reason } }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    placeholderData: (earlier) => (earlier?.accountId === accountId ? earlier : undefined),
  })
  const present = read.data?.shops.find(({ merchantId }) => merchantId === shop) ?? read.data?.shops[0]
  const lead = read.data && [
    t(`review.type.${read.data.type}`),
    read.data.submittedAt && t('review.sent', { when: nearTime(read.data.submittedAt) }),
    present && t('review.due', { when: nearTime(present.deadline) }),
  ]
  return (
    <ConsolePage
      title={read.data?.name || present?.name || t('review.title')}
      lead={lead && joinTexts(lead)}
      back={{ href: '/console/work', label: place ? t('review.backAt', place) : t('review.back') }}
    >
      <ReadState read={read}>
        {(review) => (
          <Review key={review.accountId} review={review} shop={present} reason={reason} onReason={setReason} openNext={openNext} />
        )}
      </ReadState>
    </ConsolePage>
  )
}
