import { useRef, useState } from 'react'
import { checkoutNewCard } from '#contract/sales/earlyRepayment'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { FailureBanner } from '../FailureBanner.tsx'
import { CardFrame, type CardHandle } from '../steps/CardFrame.tsx'
import { useLeaveFor } from '../steps/returned.ts'
import { useSale } from '../useSale.ts'

/** Another card for the instalments: in the card provider's field, or on its own page. */
export function NewCard({ onClose }: { onClose: () => void }) {
  const { view, act, busy, declined, lastFailure } = useSale()
  const field = useRef<CardHandle>(null)
  const [isUnreachable, setUnreachable] = useState(false)
  /** React key of the frame: a new attempt mounts it again. */
  const [attempt, setAttempt] = useState(0)
  useLeaveFor(view.cardPageUrl)
  const store = async (body: { token?: string }) => {
    const failure = await act(checkoutNewCard, body)
    if (failure === null && body.token !== undefined) return onClose()
    setAttempt((before) => before + 1)
  }
  const { cardFieldUrl } = view
  return (
    <div className="grid gap-3">
      <p className="text-md text-ink-2">{t('consumerScreens.newCard.lead')}</p>
      {(declined || isUnreachable) && (
        <div role="alert">
          <Banner tone="error" title={t(declined ? 'consumerScreens.newCard.declined' : 'consumerScreens.card.unreachable')}>
            {isUnreachable && t('consumerScreens.card.unreachableDetail')}
          </Banner>
        </div>
      )}
      {lastFailure && <FailureBanner failure={lastFailure} />}
      {cardFieldUrl === null ? (
        <p className="text-md text-ink-2">{t('consumerScreens.card.page')}</p>
      ) : (
        <CardFrame
          key={attempt}
          ref={field}
          url={cardFieldUrl}
          payee={view.shop.name}
          amount={money(0)}
          onMessage={(message) => void (message.card === 'token' && store({ token: message.token }))}
          onUnreachable={() => setUnreachable(true)}
        />
      )}
      <Button
        variant="filled"
        size="large"
        wide
        busy={busy === 'checkoutNewCard'}
        busyLabel={t('consumerScreens.sending')}
        onClick={() => (cardFieldUrl === null ? void store({}) : field.current?.send({ card: 'submit' }))}
      >
        {t('consumerScreens.newCard.save')}
      </Button>
      <Button size="large" variant="quiet" wide onClick={onClose}>
        {t('consumerScreens.back')}
      </Button>
    </div>
  )
}
