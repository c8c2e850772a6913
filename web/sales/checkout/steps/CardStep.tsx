import { useRef, useState } from 'react'
import { checkoutCard } from '#contract/sales/checkout'
import { settings } from '../../../platform/api/settings.ts'
import type { FromCardField } from '../../cardField/cardMessages.ts'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { CardFrame, type CardHandle } from './CardFrame.tsx'
import { cardName } from './cardName.ts'
import { useLeaveFor } from './returned.ts'
import { StepForm } from './StepForm.tsx'
import { chosenPlan, neighbour } from './stepOrder.ts'
import { useSale } from '../useSale.ts'

/** The card, entered in its provider's iframe and authenticated by the customer's bank there. A declined card keeps everything else. */
export function CardStep() {
  const { view, act, go, busy, declined } = useSale()
  const field = useRef<CardHandle>(null)
  const [other, setOther] = useState(view.card === null)
  const [state, setState] = useState<'typing' | 'asking' | 'unreachable'>('typing')
  const [problem, setProblem] = useState<string | null>(null)
  /** React key of the iframe: a new attempt remounts it. */
  const [attempt, setAttempt] = useState(0)
  const today = chosenPlan(view)?.firstPaymentAmount ?? 0
  const lead = today > 0 ? t('consumerScreens.card.leadToday', { amount: money(today) }) : t('consumerScreens.card.lead')
  useLeaveFor(view.cardPageUrl)
  const handleMessage = async (message: FromCardField) => {
    if (message.card === 'asking') setState('asking')
    if (message.card === 'idle') setState('typing')
    if (message.card !== 'token') return
    const failure = await act(checkoutCard, { token: message.token })
    if (failure === null) return
    setProblem(failure.type === 'ApiValidationException' ? failure.message : null)
    setState('typing')
    setAttempt((before) => before + 1)
  }
  const after = view.step === 'card' ? null : neighbour('card', view, 'after')
  if (!other && view.card !== null)
    return (
      <StepForm
        step="card"
        title={t('consumerScreens.card.title')}
        lead={lead}
        next={{ label: t('consumerScreens.next') }}
        onNext={() => after && go(after)}
      >
        <p className="text-lg font-strong">{cardName(view.card)}</p>
        <div>
          <Button size="large" onClick={() => setOther(true)}>
            {t('consumerScreens.card.other')}
          </Button>
        </div>
      </StepForm>
    )
  return (
    <StepForm
      step="card"
      title={t('consumerScreens.card.title')}
      lead={lead}
      next={
        state === 'unreachable'
          ? { label: t('consumerScreens.trouble.retry') }
          : state === 'asking' && busy === null
            ? undefined
            : { label: t('consumerScreens.card.use') }
      }
      onNext={() => {
        if (view.cardFieldUrl === null) return void act(checkoutCard, {})
        if (state !== 'unreachable') return field.current?.send({ card: 'submit' })
        setState('typing')
        setAttempt((before) => before + 1)
      }}
    >
      {view.sandbox && <Banner tone="sandbox">{t('consumerScreens.card.sandbox')}</Banner>}
      {(declined || problem !== null) && (
        <div role="alert">
          <Banner tone="error" title={problem ?? t('consumerScreens.card.declined')}>
            {problem === null && t('consumerScreens.card.declinedDetail')}
          </Banner>
        </div>
      )}
      {state === 'unreachable' ? (
        <div role="alert">
          <Banner tone="error" title={t('consumerScreens.card.unreachable')}>
            {t('consumerScreens.card.unreachableDetail')}
          </Banner>
        </div>
      ) : view.cardFieldUrl === null ? (
        <p className="text-ink-2">{t('consumerScreens.card.page')}</p>
      ) : (
        <CardFrame
          key={attempt}
          ref={field}
          url={view.cardFieldUrl}
          payee={view.shop.name}
          amount={money(today)}
          onMessage={(message) => void handleMessage(message)}
          onUnreachable={() => setState('unreachable')}
        />
      )}
      <p role="status" className="text-md text-ink-2">
        {state === 'asking' ? t('consumerScreens.card.confirmAbove') : t('consumerScreens.card.safe', { brand: settings().brand.name })}
      </p>
    </StepForm>
  )
}
