import { useEffect, useEffectEvent } from 'react'
import { checkoutChallenge } from '#contract/sales/checkout'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { useSale } from '../useSale.ts'

/** How often the page asks whether the partner has answered. */
const pollMs = 3_000

/** The identity partner has not answered yet, or has while the customer was away (`goesOn`): then the sale goes on by itself. */
export function PartnerWait({ goesOn }: { goesOn: boolean }) {
  const { act, load } = useSale()
  const goOn = useEffectEvent(() => void act(checkoutChallenge, {}))
  useEffect(() => {
    if (goesOn) return goOn()
    const poll = setInterval(() => void load(), pollMs)
    return () => clearInterval(poll)
  }, [goesOn, load])
  return (
    <div role="status">
      <Banner tone="info" title={t('consumerScreens.challenge.partner')}>
        {t('consumerScreens.challenge.partnerDetail')}
      </Banner>
    </div>
  )
}
