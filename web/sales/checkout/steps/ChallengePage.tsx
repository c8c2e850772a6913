import { checkoutChallenge } from '#contract/sales/checkout'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { type Challenge, ChallengeFacts } from './ChallengeFacts.tsx'
import { useLeaveFor } from './returned.ts'
import { StepForm } from './StepForm.tsx'
import { useSale } from '../useSale.ts'

/** The check on the partner's own page: leaves for it, and goes on here after a closed tab or on another device. */
export function ChallengePage({ challenge }: { challenge: Challenge }) {
  const { act, busy } = useSale()
  const { url } = challenge
  useLeaveFor(url)
  const ask = () => void act(checkoutChallenge, {})
  return (
    <StepForm
      step="challenge"
      title={t('consumerScreens.challenge.title')}
      lead={t('consumerScreens.challenge.page.lead')}
      next={{ label: t(url === null ? 'consumerScreens.challenge.page.begin' : 'consumerScreens.challenge.page.continue') }}
      onNext={() => (url === null ? ask() : location.assign(url))}
    >
      {url !== null && (
        <div role="status">
          <Banner tone="info">{t('consumerScreens.challenge.page.open')}</Banner>
        </div>
      )}
      <ChallengeFacts challenge={challenge} />
      {url !== null && (
        <div>
          <Button size="large" busy={busy === 'checkoutChallenge'} busyLabel={t('consumerScreens.sending')} onClick={ask}>
            {t('consumerScreens.challenge.page.done')}
          </Button>
        </div>
      )}
    </StepForm>
  )
}
