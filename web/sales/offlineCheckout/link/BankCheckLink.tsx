import { useRef, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { bankCheckSend } from '#contract/sales/offlineCheckout'
import { compactPhone, isEmail, isMobile } from '#domain/platform/identifiers'
import { tidyEmail } from '#domain/platform/emailAddress'
import { isApiFailure, isOutcomeUnknown } from '../../../platform/api/apiFailure.ts'
import { call, newKey } from '../../../platform/api/call.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureMessage } from '../../../platform/feedback/failureMessage.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../../platform/ui/controls/CopyButton.tsx'
import { ErrorBanner } from '../../../platform/ui/feedback/ErrorBanner.tsx'
import { QrCode } from '../../../platform/ui/figures/QrCode.tsx'
import type { LinkChannel } from '../offlineDraft.ts'

type BankCheckLinkProps = { consentId: string; consentUrl: string; phone: string; email: string }
type SentMessages = AnswerOf<typeof bankCheckSend>['sent']

/** Delivers the link of the bank check to the customer: QR code, URL, SMS or e-mail. */
export function BankCheckLink({ consentId, consentUrl, phone, email }: BankCheckLinkProps) {
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState<LinkChannel | null>(null)
  const [sent, setSent] = useState<SentMessages>([])
  const [problem, setProblem] = useState<string | null>(null)
  // Reuses the idempotency key, so that a retry after no response sends one message.
  const keys = useRef(new Map<string, string>())
  const fits: Record<LinkChannel, boolean> = { sms: isMobile(compactPhone(phone)), email: isEmail(tidyEmail(email)) }
  const send = async (channel: LinkChannel) => {
    const to = channel === 'sms' ? { phone: compactPhone(phone) } : { email: tidyEmail(email) }
    const recipient = JSON.stringify(to)
    const key = keys.current.get(recipient) ?? newKey()
    keys.current.set(recipient, key)
    setBusy(channel)
    setProblem(null)
    try {
      setSent((await call(bankCheckSend, { params: { consentId }, body: { channels: [channel], ...to }, key, quiet: true })).sent)
      keys.current.delete(recipient)
    } catch (error) {
      if (!isOutcomeUnknown(error)) keys.current.delete(recipient)
      const fieldMessages =
        isApiFailure(error) && error.fields.size > 0 ? [...error.fields.values()].map(({ message }) => message).join(' ') : null
      setProblem(fieldMessages ?? failureMessage(error))
    } finally {
      setBusy(null)
    }
  }
  const channelButton = (channel: LinkChannel) => (
    <Button
      busy={busy === channel}
      busyLabel={t('shell.sending')}
      disabledReason={fits[channel] ? null : t(`offlineCheckout.bank.needs.${channel}`)}
      onClick={() => void send(channel)}
    >
      {t(`offlineCheckout.bank.by.${channel}`)}
    </Button>
  )
  return (
    <section aria-label={t('offlineCheckout.bank.link')} className="grid gap-3">
      <p className="text-md text-ink-2">{t('offlineCheckout.bank.linkHelp')}</p>
      <div className="flex flex-wrap items-center gap-2">
        {channelButton('sms')}
        {channelButton('email')}
        <Button onClick={() => setShown(!shown)} aria-expanded={shown}>
          {t(shown ? 'offlineCheckout.bank.hideQr' : 'offlineCheckout.bank.showQr')}
        </Button>
        <CopyButton text={consentUrl} label={t('shell.copy')} copiedLabel={t('operations.copied')} />
      </div>
      {shown && (
        <div className="max-w-60">
          <QrCode text={consentUrl} label={t('offlineCheckout.bank.qr')} />
        </div>
      )}
      <div role="status">
        {sent.map(({ channel, state, problem: why }) => (
          <p key={channel} className={`text-md ${state === 'failed' ? 'text-danger-ink' : 'text-ink-2'}`}>
            {t(`offlineCheckout.channel.${channel}`)}: {t(`offlineCheckout.deliveryState.${state}`)}
            {why !== null && ` · ${t(`offlineCheckout.deliveryProblem.${why}`)}`}
          </p>
        ))}
      </div>
      <ErrorBanner>{problem}</ErrorBanner>
    </section>
  )
}
