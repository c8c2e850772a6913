import { useQuery } from '@tanstack/react-query'
import { consoleReviewLetter } from '#contract/provider/review'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { useDebounced } from '../../platform/requests/useDebounced.ts'
import { consoleQuery } from '../api/consoleQuery.ts'

type LetterProps = {
  accountId: string
  about: 'document' | 'change' | 'shop' | 'bank_account'
  of?: string
  approved: boolean
  reason?: string | null
  words?: string
}

type Reason = NonNullable<Parameters<typeof consoleQuery<typeof consoleReviewLetter>>[1]>['query'] extends { reason?: infer R } | undefined
  ? R
  : never

/** The message that the owners will get, as it is sent. */
export function Letter({ accountId, about, of, approved, reason, words = '' }: LetterProps) {
  const settled = useDebounced(words.trim(), 300)
  const { data, error } = useQuery({
    ...consoleQuery(consoleReviewLetter, {
      params: { accountId },
      query: { about, of: of ?? null, approved: approved ? 'yes' : 'no', reason: (reason ?? null) as Reason, words: settled },
    }),
    refetchInterval: false,
    placeholderData: (earlier) => earlier,
  })
  if (error) return <ErrorBanner>{failureMessage(error)}</ErrorBanner>
  if (!data) return null
  return (
    <details className="rounded-2 bg-sunken px-3 py-2 text-sm text-ink-2">
      <summary className="cursor-pointer wrap-anywhere max-md:py-2.5">
        <span className="text-ink-3">{t('review.letter.sends')} </span>
        {data.subject}
      </summary>
      <p className="mt-2 max-h-44 overflow-auto whitespace-pre-line wrap-anywhere">{data.text}</p>
    </details>
  )
}
