import QrCodeIcon from 'lucide-react/icons/qr-code'
import { type CSSProperties, use, useState } from 'react'
import { money } from '../../platform/i18n/format.ts'
import { parseErrorMessage } from '../../platform/i18n/parseErrorMessage.ts'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { SendingBlocked } from '../../platform/ui/forms/SendingBlocked.ts'
import { planOfText, type SimulatedPlan } from '../simulator/planText.ts'
import { CounterPlans } from './CounterPlans.tsx'
import { saleProblem } from './draftProblems.ts'
import { NumberPad } from './NumberPad.tsx'
import { codeDelivery } from './offlineDraft.ts'
import { padCents, padShown, padTextOf } from './padText.ts'
import { SaleOutcome } from './SaleOutcome.tsx'
import { SendDialog } from './SendDialog.tsx'
import { SoundSwitch } from './SoundSwitch.tsx'
import { prepareSound } from './tillSignals.ts'
import { useOfflineAddress } from './useOfflineAddress.ts'
import { useFirstFocus } from './useFirstFocus.ts'
import type { Sale } from './useSale.ts'
import { useTillKeys } from './useTillKeys.ts'

/** The plan shown under the amount: the fixed one, otherwise six instalments, otherwise the one in the middle. */
function highlightedPlan(plans: readonly SimulatedPlan[], fixed: SimulatedPlan | null): SimulatedPlan | null {
  return (
    fixed ??
    plans.find(({ product, numInstalments }) => product === 'instalments' && numInstalments === 6) ??
    plans[Math.floor(plans.length / 2)] ??
    null
  )
}

/** The only plan that the link will offer. */
const planFixed = (plan: SimulatedPlan): string => t('offlineCheckout.counter.planFixed', { plan: planOfText(plan) })

/** Counter mode: an amount and one button, which shows the QR code. */
export function CounterPad({ sale, replaces, onNext }: { sale: Sale; replaces: string | null; onNext?: () => void }) {
  const { draft, amount, plans, fixed, problems, sending, change } = sale
  const { hrefOf, dialog } = useOfflineAddress()
  const heading = useFirstFocus()
  const { isDefault: isPhone } = useScreenSize()
  const [typed, setTyped] = useState(() => padTextOf(draft.byLines ? null : draft.amount))
  const text = draft.byLines || padCents(typed) === draft.amount ? typed : padTextOf(draft.amount)
  const [unread, setUnread] = useState<string | null>(null)
  const unsendable = use(SendingBlocked)
  const problem = saleProblem(problems)
  const elsewhere = problem === null && problems.size > 0
  const plan = problem === null ? highlightedPlan(plans, fixed) : null
  const blocked = problem ?? (elsewhere ? t('offlineCheckout.counter.elsewhere') : null)

  const onText = (next: string) => {
    setUnread(null)
    setTyped(next)
    change({ amount: padCents(next), byLines: false })
  }
  const shown = padShown(draft.byLines ? padTextOf(amount) : text)
  const show = () => {
    prepareSound()
    if (blocked === null && unsendable === null && !sending) sale.send({ content: codeDelivery })
  }
  useTillKeys({
    text,
    onText,
    onEnter: show,
    onCode: (mid) => change({ mid }),
    onUnread: (why) => setUnread(parseErrorMessage(why)),
    active: dialog === null && !sending,
  })

  const fix = (chosen: Pick<SimulatedPlan, 'product' | 'numInstalments' | 'campaignId'> | null) =>
    change({ product: chosen?.product ?? null, numInstalments: chosen?.numInstalments ?? null, campaignId: chosen?.campaignId ?? null })
  return (
    <div className="till-pad-room">
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {t('offlineCheckout.counter.title')}
      </h1>
      <div className="till-left">
        <div className="till-amount">
          <p
            className="till-figure"
            data-empty={amount === null || undefined}
            data-long={text.length > 6 || undefined}
            data-amount={amount ?? ''}
            style={{ '--digits': shown.replaceAll(/\D/g, '').length } as CSSProperties /* a custom property */}
          >
            {shown}
            <span>{'\u00a0€'}</span>
          </p>
          <p className="mt-3 min-h-11 text-md text-ink-3">
            {unread !== null ? (
              <span className="font-medium text-danger-ink">{unread}</span>
            ) : amount === null ? (
              t('offlineCheckout.counter.start')
            ) : problem !== null ? (
              <>
                <span className="font-medium text-danger-ink">{problem}</span>
                {problem === problems.get('campaignId') && (
                  <>
                    {' · '}
                    <button
                      type="button"
                      className={`${linkClass} inline-flex min-h-11 items-center`}
                      onClick={() => change({ campaignId: null })}
                    >
                      {t('offlineCheckout.counter.dropCampaign')}
                    </button>
                  </>
                )}
              </>
            ) : (
              plan &&
              isPhone && (
                <>
                  {fixed ? planFixed(fixed) : planOfText(plan)}
                  {' · '}
                  <Anchor className={`${linkClass} inline-flex min-h-11 items-center`} href={hrefOf({ dialog: 'simulator', replaces })}>
                    {t('offlineCheckout.counter.simulate')}
                  </Anchor>
                  {fixed && (
                    <span className="block">
                      <button
                        type="button"
                        className={`${linkClass} inline-flex min-h-11 items-center`}
                        onClick={() => change({ product: null, numInstalments: null, campaignId: null })}
                      >
                        {t('offlineCheckout.counter.freePlan')}
                      </button>
                    </span>
                  )}
                </>
              )
            )}
          </p>
          {(draft.mid !== '' || replaces !== null) && (
            <p className="text-sm text-ink-2">
              {replaces !== null && t('offlineCheckout.replacing')}
              {draft.mid !== '' && t('offlineCheckout.counter.order', { order: draft.mid })}
              {draft.mid !== '' && (
                <button type="button" className={`ml-2 ${linkClass}`} onClick={() => change({ mid: '' })}>
                  {t('shell.remove')}
                </button>
              )}
            </p>
          )}
        </div>
        <SaleOutcome sale={sale} />
        <NumberPad text={text} onText={onText} disabled={sending} />
      </div>
      <div className="till-right">
        {!isPhone && <CounterPlans plans={problem === null && amount !== null ? plans : []} fixed={fixed} onFix={fix} />}
        <div className="mt-2 *:w-full md:mt-auto">
          <Button
            variant="filled"
            size="large"
            wide
            icon={<QrCodeIcon aria-hidden />}
            busy={sending}
            busyLabel={t('shell.sending')}
            disabledReason={blocked}
            onClick={show}
          >
            {t('offlineCheckout.counter.showQr')}
          </Button>
          {!isPhone && (
            <p className="pt-2 text-center text-sm text-ink-3">{fixed ? planFixed(fixed) : t('offlineCheckout.counter.customerChooses')}</p>
          )}
        </div>
      </div>
      <p className="till-ways flex flex-wrap items-center justify-center gap-x-1">
        <Anchor className="button h-11 px-3.5 text-md text-accent-ink" href={hrefOf({ dialog: 'sms', replaces })}>
          {t('offlineCheckout.counter.send')}
        </Anchor>
        <Anchor className="button h-11 px-3.5 text-md text-accent-ink" href={hrefOf({ view: 'form', replaces })}>
          {t('offlineCheckout.counter.more')}
        </Anchor>
        <SoundSwitch />
        {onNext && (
          <Button variant="quiet" onClick={onNext}>
            {t('shell.back')}
          </Button>
        )}
      </p>
      {dialog === 'sms' && <SendDialog sale={sale} closeHref={hrefOf({ replaces })} />}
      <Live message={unread ?? (amount === null ? '' : (problem ?? t('offlineCheckout.counter.spoken', { amount: money(amount) })))} />
    </div>
  )
}
