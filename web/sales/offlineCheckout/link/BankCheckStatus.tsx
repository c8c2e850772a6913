import { Suspense } from 'react'
import { nearTime } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureMessage } from '../../../platform/feedback/failureMessage.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../../platform/ui/feedback/ErrorBanner.tsx'
import type { DraftCustomer } from '../offlineDraft.ts'
import { useBankStatus } from './useBankStatus.ts'
import { lazyWithRetry } from '../../../platform/ui/controls/lazyWithRetry.tsx'

// Loaded on demand: only large sales need it.
const BankCheckLink = lazyWithRetry(async () => (await import('./BankCheckLink.tsx')).BankCheckLink)

/** Whether a bank check is required, its status and its link; never account data or balances. */
export function BankCheckStatus({ amount, customer }: { amount: number | null; customer: DraftCustomer }) {
  const { due, answer, status, asking, failed, retry, again, problem } = useBankStatus(amount, customer.documentId)
  if (!due) return null
  if (failed) {
    return (
      <Banner tone="warning" live>
        {t('offlineCheckout.bank.unknown')}{' '}
        <button type="button" className="text-link font-medium text-accent-ink" onClick={retry}>
          {t('offlineCheckout.bank.again')}
        </button>
      </Banner>
    )
  }
  if (!answer || !status) return <p className="text-md text-ink-3">{asking ? t('offlineCheckout.bank.asking') : ''}</p>
  const { consentId, consentUrl, expiresAt } = answer
  const open = (status === 'pending' || status === 'failed') && consentUrl !== null && consentId !== null
  const until = status === 'pending' && expiresAt !== null ? ` ${t('offlineCheckout.bank.until', { when: nearTime(expiresAt) })}` : ''
  const over = status === 'expired' || status === 'failed'
  return (
    <div className="grid gap-3">
      <Banner tone={over ? 'warning' : 'info'} live title={t('offlineCheckout.bank.title')}>
        {t(`offlineCheckout.bank.${status}`)}
        {until}
      </Banner>
      {open && (
        <Suspense fallback={null}>
          <BankCheckLink key={consentId} consentId={consentId} consentUrl={consentUrl} phone={customer.phone} email={customer.email} />
        </Suspense>
      )}
      {over && (
        <p>
          <Button busy={again === null} busyLabel={t('shell.sending')} onClick={() => again?.()}>
            {t('offlineCheckout.bank.anew')}
          </Button>
        </p>
      )}
      {problem !== null && <ErrorBanner>{failureMessage(problem)}</ErrorBanner>}
    </div>
  )
}
