import { useEffect } from 'react'
import { nearTime } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { useSale } from '../useSale.ts'
import { StepForm } from './StepForm.tsx'

/** How often the page asks whether it is decided: an engine takes seconds, a person longer. */
const engineMs = 1_500
const personMs = 15_000

/** The provider has not decided yet: the customer waits here for its engine, or leaves and is told by a message. */
export function ReviewStep() {
  const { view, load } = useSale()
  const { review } = view
  const isShort = review?.by === 'engine'
  useEffect(() => {
    const poll = setInterval(() => void load(), isShort ? engineMs : personMs)
    return () => clearInterval(poll)
  }, [load, isShort])
  return (
    <StepForm step="review" title={t('consumerScreens.review.title')}>
      <p role="status" className="text-ink-2">
        {isShort || review === null
          ? t('consumerScreens.review.checking')
          : t('consumerScreens.review.lead', { when: nearTime(review.until) })}{' '}
        {t('consumerScreens.review.nothing')}
      </p>
    </StepForm>
  )
}
