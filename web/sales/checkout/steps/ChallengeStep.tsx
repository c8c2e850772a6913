import { t } from '../../../platform/i18n/t.ts'
import { ChallengePage } from './ChallengePage.tsx'
import { ChallengeQuestion } from './ChallengeQuestion.tsx'
import { PartnerWait } from './PartnerWait.tsx'
import { StepForm } from './StepForm.tsx'
import { useSale } from '../useSale.ts'

/** Checks the customer's identity: on the partner's page, by a code that it sends, or by the number of their document; then waits for its answer. */
export function ChallengeStep() {
  const { challenge } = useSale().view
  if (challenge === null) return null
  if (challenge.waitsFor === 'partner' || challenge.waitsFor === 'nothing')
    return (
      <StepForm step="challenge" title={t('consumerScreens.challenge.title')}>
        <PartnerWait goesOn={challenge.waitsFor === 'nothing'} />
      </StepForm>
    )
  return challenge.way === 'page' ? <ChallengePage challenge={challenge} /> : <ChallengeQuestion challenge={challenge} />
}
