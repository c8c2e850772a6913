import type { Checkout } from '#contract/sales/checkout'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { TimeLeft } from '../TimeLeft.tsx'

export type Challenge = NonNullable<Checkout['challenge']>

/** How the check before ended, what is left, and until when. */
export function ChallengeFacts({ challenge: { earlier, attemptsLeft, until } }: { challenge: Challenge }) {
  return (
    <>
      {earlier !== null && (
        <div role="alert">
          <Banner tone="error">{t(`consumerScreens.challenge.earlier.${earlier}`)}</Banner>
        </div>
      )}
      <p className="text-md text-ink-2">{t('consumerScreens.challenge.attempts', { count: attemptsLeft })}</p>
      <TimeLeft until={until} />
    </>
  )
}
