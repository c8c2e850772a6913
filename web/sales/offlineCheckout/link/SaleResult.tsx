import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { FullScreen } from './FullScreen.tsx'
import { outcomeText } from './outcomeText.ts'
import type { Outcome } from './progressSteps.ts'
import { endNote } from './SaleProgress.tsx'

type SaleResultProps = { checkout: OfflineCheckout; outcome: Outcome | null; nextHref: string }

/** Approved or refused over the whole screen, once, when it happens before the seller's eyes; not for a sale that had ended when it was opened. */
export function SaleResult({ checkout, outcome, nextHref }: SaleResultProps) {
  const [wasOpen] = useState(outcome === null)
  const [isClosed, setClosed] = useState(false)
  if (!wasOpen || isClosed || (outcome !== 'approved' && outcome !== 'refused')) return null
  const text = outcomeText(outcome)
  return (
    <FullScreen label={text} tone={outcome} onClose={() => setClosed(true)}>
      <span aria-hidden className="result-mark">
        {outcome === 'approved' ? <Check /> : <X />}
      </span>
      <p className="full-screen-title">{text}</p>
      <p className="text-title-md">{money(checkout.totalAmount)}</p>
      <p className="text-lg">{endNote(checkout)}</p>
      <div className="grid w-full max-w-90 gap-2 pt-6 *:w-full">
        <Button size="large" wide href={nextHref}>
          {t('offlineCheckout.counter.next')}
        </Button>
        <Button size="large" wide onClick={() => setClosed(true)}>
          {t('offlineCheckout.result.close')}
        </Button>
      </div>
    </FullScreen>
  )
}
