import { useState } from 'react'
import { checkoutChallenge } from '#contract/sales/checkout'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { leave } from '../outcomes/opener.ts'
import { useSale } from '../useSale.ts'

/** Test numbers with a fixed answer of the identity provider. */
const numbers = { passed: 'ABC123456', refused: 'ZZZ000000' } as const

/** Test mode only: ends the identity check as passed or failed, or leaves it pending until it expires. */
export function ChallengeSimulation() {
  const { view, act } = useSale()
  const [isLeft, setLeft] = useState(false)
  const end = (how: keyof typeof numbers) => void act(checkoutChallenge, { supportNumber: numbers[how] })
  const wait = () => (view.ending ? leave(view.ending) : setLeft(true))
  return (
    <Banner tone="sandbox" title={t('consumerScreens.challenge.trial')}>
      <div className="grid gap-2 pt-1">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => end('passed')}>{t('consumerScreens.challenge.trial.passed')}</Button>
          <Button onClick={() => end('refused')}>{t('consumerScreens.challenge.trial.refused')}</Button>
          <Button onClick={wait}>{t('consumerScreens.challenge.trial.wait')}</Button>
        </div>
        <p role="status">{isLeft && t('consumerScreens.challenge.trial.waiting')}</p>
        <p>{t('consumerScreens.challenge.sandbox')}</p>
      </div>
    </Banner>
  )
}
