import MessageCircle from 'lucide-react/icons/message-circle'
import MessageSquare from 'lucide-react/icons/message-square'
import ExternalLink from 'lucide-react/icons/external-link'
import QrCodeIcon from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { cents, formatEuros } from '#domain/platform/money'
import { money, nearTime } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { leftText } from '../../operationStatus/operationText.ts'
import { timeLeft } from '../../operationStatus/timeLeft.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { buttonClass } from '../../../platform/ui/controls/buttonClass.ts'
import { CopyButton } from '../../../platform/ui/controls/CopyButton.tsx'
import { DeadlineRing } from '../../../platform/ui/figures/DeadlineRing.tsx'
import { StatusGlyph } from '../../../platform/ui/feedback/StatusGlyph.tsx'
import { Tag } from '../../../platform/ui/feedback/Tag.tsx'
import { outcomeGlyph, outcomeText } from './outcomeText.ts'
import { closedText } from './closedText.ts'
import { outcomeOf } from './progressSteps.ts'
import { LinkQr } from './LinkQr.tsx'
import { SentTo } from './SentTo.tsx'

/** The link's expiry as a clock time, and the time left. */
function ValidUntil({ checkout: { created, expiresAt }, now }: { checkout: OfflineCheckout; now: Date }) {
  if (expiresAt === null) return null
  const end = Date.parse(expiresAt)
  const left = (end - now.getTime()) / Math.max(1, end - Date.parse(created))
  return (
    <p className="flex w-full items-center gap-2 text-md font-medium text-in-process-ink">
      <DeadlineRing tone="soon" left={left} />
      {t('offlineCheckout.link.validUntil', { when: nearTime(expiresAt, now) })}
      <span className="ml-auto text-sm font-normal text-ink-3">{leftText(timeLeft(new Date(end), now))}</span>
    </p>
  )
}

/** The card of a link: amount, expiry, QR code and the other delivery channels. */
export function LinkCard({ checkout, now, onSend }: { checkout: OfflineCheckout; now: Date; onSend: (() => void) | null }) {
  const { shopName } = useMerchant()
  const { checkoutUrl, totalAmount, submitType, sandbox } = checkout
  const outcome = outcomeOf(checkout, now)
  const open = outcome === null && checkoutUrl !== null && checkout.substatus === 'pending_customer'
  // Once the customer has opened the link, its progress matters and the QR code is hidden.
  const scanned = checkout.progress !== 'created' && checkout.progress !== 'sent'
  const sent = checkout.deliveries.find(({ purpose }) => purpose === 'link')
  const [again, setAgain] = useState(false)
  const shared = t('offlineCheckout.share.text', { shop: shopName, amount: money(totalAmount), url: checkoutUrl ?? '' })
  return (
    <section className="qr-card" aria-label={t('offlineCheckout.link.label')} data-outcome={outcome ?? 'open'}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4.5 pt-3.5">
        <p className="flex flex-wrap items-center gap-x-2.5 font-display text-title-lg leading-tight max-md:text-title-md font-title tracking-tight">
          {formatEuros(cents(totalAmount))}
          {sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
        </p>
        {outcome === null ? (
          <ValidUntil checkout={checkout} now={now} />
        ) : (
          <span className="flex items-center gap-2 text-lg font-strong">
            <StatusGlyph kind={outcomeGlyph(outcome)} />
            {outcomeText(outcome)}
          </span>
        )}
      </div>
      {open ? (
        <>
          {submitType === 'vendors' && (
            <p className="px-4.5 pt-3">
              <a className={buttonClass('filled', 'large', true)} href={checkoutUrl} target="_blank" rel="noopener noreferrer">
                <ExternalLink aria-hidden />
                {t('offlineCheckout.link.openHere')}
              </a>
            </p>
          )}
          {sent && !scanned && <SentTo delivery={sent} />}
          {(scanned || sent) && !again ? (
            <p className="px-3 pt-1 pb-2">
              <button type="button" className="button min-h-11 px-2 text-sm text-accent-ink" onClick={() => setAgain(true)}>
                <QrCodeIcon aria-hidden className="size-3.75" />
                {t('offlineCheckout.link.showAgain')}
              </button>
            </p>
          ) : (
            <LinkQr url={checkout.shortUrl ?? checkoutUrl} amount={totalAmount} />
          )}
          <div className="qr-ways">
            <span className="flex items-center px-2">
              <CopyButton text={checkoutUrl} label={t('shell.copy')} copiedLabel={t('operations.copied')} />
            </span>
            {onSend && sent && (
              <button type="button" className="button min-h-11 px-2 text-sm text-accent-ink" onClick={onSend}>
                <MessageSquare aria-hidden className="size-3.75" />
                {t('offlineCheckout.link.send')}
              </button>
            )}
            <a
              className="button min-h-11 px-2 text-sm text-accent-ink"
              href={`https://wa.me/?text=${encodeURIComponent(shared)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <MessageCircle aria-hidden className="size-3.75" />
              {t('offlineCheckout.link.whatsApp')}
            </a>
          </div>
        </>
      ) : (
        <p className="px-4.5 pt-2 pb-4.5 text-md text-ink-2">{closedText(checkout, outcome)}</p>
      )}
    </section>
  )
}
