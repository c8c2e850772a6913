import { useEffect, useRef, useState } from 'react'
import { money, time } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { FailureCard } from '../../../platform/requests/FailureCard.tsx'
import { useNow } from '../../../platform/requests/useNow.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { paths } from '../../../platform/routes/paths.ts'
import { go } from '../../../platform/routes/go.ts'
import { PushOffer } from '../../../platform/live/PushOffer.tsx'
import { AddressDialog } from '../../../platform/feedback/AddressDialog.tsx'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Live } from '../../../platform/ui/feedback/Live.tsx'
import { Skeleton } from '../../../platform/ui/tables/Skeleton.tsx'
import { useScreenSize } from '../../../platform/ui/feedback/screenSize.ts'
import { useDelayed } from '../../../platform/ui/feedback/useDelayed.ts'
import { CancelLinkDialog } from './CancelLinkDialog.tsx'
import { Deliveries } from './Deliveries.tsx'
import { SaleProgress } from './SaleProgress.tsx'
import { progressSteps, outcomeOf } from './progressSteps.ts'
import { LinkCard } from './LinkCard.tsx'
import { LinkProblem } from './LinkProblem.tsx'
import { SaleResult } from './SaleResult.tsx'
import { LinkToolbar } from './LinkToolbar.tsx'
import { outcomeText } from './outcomeText.ts'
import { PartPaymentDialog } from './PartPaymentDialog.tsx'
import { ResendDialog } from './ResendDialog.tsx'
import { SoundSwitch } from '../SoundSwitch.tsx'
import { useCheckoutWatch, type WatchedCheckout } from './useCheckoutWatch.ts'
import { useFirstFocus } from '../useFirstFocus.ts'
import { useProgressSignals } from './useProgressSignals.ts'
import { useLinkActions } from './useLinkActions.ts'
import { useOfflineAddress } from '../useOfflineAddress.ts'
import { isSending } from './watchCheckout.ts'

/** A link from creation to its end: QR code, live progress and actions. */
export function LinkView({ orderUuid, counter }: { orderUuid: string; counter: boolean }) {
  const watched = useCheckoutWatch(orderUuid)
  const { checkout, error, refresh } = watched
  const now = useNow(1_000)
  const slow = useDelayed(checkout === undefined && error === null)
  useProgressSignals(checkout, now)
  if (checkout !== undefined) return <Link watched={watched} checkout={checkout} counter={counter} now={now} />
  return (
    <>
      <h1 className="sr-only">{t('offlineCheckout.link.title')}</h1>
      {error !== null && <FailureCard title={t('offlineCheckout.failed.link')} error={error} onRetry={refresh} />}
      {slow && error === null && (
        <div aria-busy="true" className="grid gap-5 pt-6">
          <Skeleton width={160} />
          <Skeleton width={240} />
          <Skeleton width={200} />
        </div>
      )}
    </>
  )
}

type LinkDialog = 'send' | 'cancel' | 'part'
type LinkProps = { watched: WatchedCheckout; checkout: NonNullable<WatchedCheckout['checkout']>; counter: boolean; now: Date }

function Link({ watched, checkout, counter, now }: LinkProps) {
  const { applyCheckout, refresh, updatedAt, silent } = watched
  const { may, merchantId, flag } = useMerchant()
  const { hrefOf, order, dialog: requestedDialog } = useOfflineAddress()
  const actions = useLinkActions(checkout, { applyCheckout, refresh, onCreated: ({ orderUuid }) => go(hrefOf({ order: orderUuid })) })
  const heading = useFirstFocus()
  const { isDefault: isPhone } = useScreenSize()
  const outcome = outcomeOf(checkout, now)
  const open = outcome === null && checkout.substatus === 'pending_customer' && may('checkoutOfflineResend')
  const [dialog, setDialog] = useState<LinkDialog | null>(requestedDialog === 'resend' && open ? 'send' : null)
  const openDialog = (name: LinkDialog) => {
    actions.forgetProblem()
    setDialog(name)
  }
  const onSend = open ? () => openDialog('send') : null
  const at = progressSteps(checkout, now).find(({ state }) => state === 'now')
  const stateText = outcome !== null ? outcomeText(outcome) : at ? t(`offlineCheckout.rung.${at.name}`) : ''
  // A manual refresh is announced even when nothing has changed.
  const isManualRefresh = useRef(false)
  useEffect(() => {
    if (!isManualRefresh.current || updatedAt === null) return
    isManualRefresh.current = false
    showToast(t('offlineCheckout.watch.checked', { state: stateText }), { key: 'check' })
    // oxlint-disable-next-line react/exhaustive-deps -- announced once per response
  }, [updatedAt])
  const progress = (
    <>
      <SaleProgress checkout={checkout} now={now} />
      <p className="pb-3 text-sm text-ink-3">
        {outcome !== null && !isSending(checkout)
          ? t('offlineCheckout.watch.ended')
          : silent
            ? t('offlineCheckout.watch.silent', { time: updatedAt ? time(updatedAt.toISOString()) : '' })
            : t('offlineCheckout.watch.live', { time: updatedAt ? time(updatedAt.toISOString()) : '' })}
      </p>
      {checkout.correctedPhone !== null && (
        <div className="pb-3">
          <Banner live>{t('offlineCheckout.corrected', { phone: checkout.correctedPhone })}</Banner>
        </div>
      )}
      {checkout.anotherLinkAskedAt !== null && outcome === 'expired' && (
        <div className="pb-3">
          <Banner tone="warning" live title={t('offlineCheckout.another.title')}>
            {t('offlineCheckout.another.detail')}
          </Banner>
        </div>
      )}
      {dialog === null && (
        <div className="pb-3">
          <LinkProblem actions={actions} />
        </div>
      )}
      {open && (
        <div className="pb-3">
          <PushOffer when={t('settings.push.offer.link')} />
        </div>
      )}
      <LinkToolbar
        checkout={checkout}
        now={now}
        actions={actions}
        onAsk={() => {
          isManualRefresh.current = true
          refresh()
        }}
        onSend={() => openDialog('send')}
        onCancel={() => openDialog('cancel')}
        onPart={() => openDialog('part')}
      />
    </>
  )
  const title = t('offlineCheckout.link.titleOf', { amount: money(checkout.totalAmount) })
  const next = (
    <Button variant={open && checkout.submitType === 'vendors' ? 'outlined' : 'filled'} size="large" wide href={hrefOf({})}>
      {t('offlineCheckout.counter.next')}
    </Button>
  )
  return (
    <>
      <SaleResult checkout={checkout} outcome={outcome} nextHref={hrefOf({})} />
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {title}
      </h1>
      {counter && isPhone ? (
        <>
          <LinkCard checkout={checkout} now={now} onSend={onSend} />
          <div className="flex items-center justify-between pt-3 pb-1">
            <h2 className="text-sm font-medium text-ink-2">{checkout.customerName.trim() || t('offlineCheckout.link.nobody')}</h2>
            <SoundSwitch />
          </div>
          {progress}
          <div className="pt-6">
            <Deliveries checkout={checkout} onCorrect={onSend} />
          </div>
          <div className="till-next">{next}</div>
        </>
      ) : (
        <div className="grid gap-x-12 gap-y-8 [--card-ground:var(--sheet)] md:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
          <div className="grid content-start gap-5">
            <LinkCard checkout={checkout} now={now} onSend={onSend} />
            <div className="grid gap-2">
              {may('checkoutOfflineCreate') ? (
                next
              ) : (
                <Button href={paths.operations(merchantId, flag)}>{t('operations.detail.back')}</Button>
              )}
            </div>
          </div>
          <div className="grid content-start gap-2 md:pt-2">
            <div className="flex items-center justify-between">
              <h2 className="text-title-sm">{checkout.customerName.trim() || t('offlineCheckout.link.nobody')}</h2>
              <SoundSwitch />
            </div>
            {progress}
            <div className="pt-8">
              <Deliveries checkout={checkout} onCorrect={onSend} />
            </div>
          </div>
        </div>
      )}
      {requestedDialog === 'resend' && (
        <AddressDialog isAllowed={open} onClose={() => go(hrefOf({ order }), { replace: true, keepScroll: true })} />
      )}
      {dialog === 'send' && <ResendDialog checkout={checkout} actions={actions} onClose={() => setDialog(null)} />}
      {dialog === 'cancel' && <CancelLinkDialog checkout={checkout} actions={actions} onClose={() => setDialog(null)} />}
      {dialog === 'part' && <PartPaymentDialog checkout={checkout} actions={actions} onClose={() => setDialog(null)} />}
      <Live message={stateText} />
    </>
  )
}
