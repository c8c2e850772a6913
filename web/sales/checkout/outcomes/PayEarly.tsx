import { useEffect, useRef, useState } from 'react'
import { checkoutPayEarly } from '#contract/sales/earlyRepayment'
import type { Repayment } from '#contract/sales/repayment'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { FailureBanner } from '../FailureBanner.tsx'
import { cardName } from '../steps/cardName.ts'
import { useSale } from '../useSale.ts'

type Early = NonNullable<Repayment['early']>
const wide = 'h-auto! min-h-12 py-2 whitespace-normal!'

/** Pays the next instalment, or all that is left, before it is due; asks before the card is charged. `isFolded`: right after the signature. */
export function PayEarly({ early, isFolded }: { early: Early; isFolded: boolean }) {
  const { declined, lastFailure } = useSale()
  const [choice, setChoice] = useState<'next' | 'all' | null>(null)
  const { next, all } = early
  const offer = choice === 'next' ? next : choice === 'all' ? all : null
  return (
    <details className="more" open={!isFolded}>
      <summary>{t('consumerScreens.early.title')}</summary>
      <div className="grid gap-3">
        {declined && (
          <div role="alert">
            <Banner tone="error" title={t('consumerScreens.card.declined')}>
              {t('consumerScreens.due.declined')}
            </Banner>
          </div>
        )}
        {lastFailure && <FailureBanner failure={lastFailure} />}
        {offer && choice ? (
          <Confirm number={early.number} isAll={choice === 'all'} amount={offer.amount} onBack={() => setChoice(null)} />
        ) : (
          <>
            <p className="text-md text-ink-2">{t(all.saved > 0 ? 'consumerScreens.early.lead' : 'consumerScreens.early.leadFree')}</p>
            {next && <Offer label="next" offer={next} onAsk={() => setChoice('next')} />}
            <Offer label="all" offer={all} onAsk={() => setChoice('all')} />
          </>
        )}
      </div>
    </details>
  )
}

function Offer({ label, offer, onAsk }: { label: 'next' | 'all'; offer: Early['all']; onAsk: () => void }) {
  return (
    <div>
      <Button size="large" wide className={wide} onClick={onAsk}>
        {t(`consumerScreens.early.${label}`, { amount: money(offer.amount) })}
      </Button>
      {offer.saved > 0 && <p className="mt-1 text-sm text-ink-3">{t('consumerScreens.early.saves', { amount: money(offer.saved) })}</p>}
    </div>
  )
}

type ConfirmProps = { number: number; isAll: boolean; amount: number; onBack: () => void }

function Confirm({ number, isAll, amount, onBack }: ConfirmProps) {
  const { view, act, busy } = useSale()
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  const pay = async () => {
    await act(checkoutPayEarly, { number, all: isAll, expectedAmount: amount })
    // Still mounted when it was not paid: the offers are those of the sale as it is now.
    onBack()
  }
  return (
    <div className="choice grid gap-3 p-4">
      <p ref={question} tabIndex={-1} className="outline-none">
        {t(isAll ? 'consumerScreens.early.askAll' : 'consumerScreens.early.askNext', {
          amount: money(amount),
          card: view.card ? cardName(view.card) : '',
        })}
      </p>
      <Button
        variant="filled"
        size="large"
        wide
        className={wide}
        busy={busy === 'checkoutPayEarly'}
        busyLabel={t('consumerScreens.due.paying')}
        onClick={() => void pay()}
      >
        {t('consumerScreens.early.confirm', { amount: money(amount) })}
      </Button>
      <Button size="large" variant="quiet" wide onClick={onBack}>
        {t('consumerScreens.back')}
      </Button>
    </div>
  )
}
