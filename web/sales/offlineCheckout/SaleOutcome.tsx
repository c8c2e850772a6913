import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { RequestOutcome } from '../../platform/requests/RequestOutcome.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { DuplicateDialog } from './DuplicateDialog.tsx'
import type { Sale } from './useSale.ts'

/** The outcome of sending: unknown, not sent, refused with a message, or a recent duplicate. */
export function SaleOutcome({ sale }: { sale: Sale }) {
  const { phase } = sale
  if (phase.name === 'duplicated') return <DuplicateDialog sale={sale} error={phase.error} />
  if (phase.name !== 'refused') return <RequestOutcome phase={phase} onCheck={sale.check} />
  const { error } = phase
  const requestId = isApiFailure(error) ? error.requestId : null
  const byField = isApiFailure(error) && error.fields.size > 0
  return (
    <div className="my-3" data-outcome={phase.name}>
      <Banner tone="error" live title={t('offlineCheckout.failed.refused')}>
        <p>{byField ? [...error.fields.values()].map(({ message }) => message).join(' ') : failureText(error)}</p>
        <p>{t('offlineCheckout.failed.nothingDone')}</p>
        {requestId !== null && (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
            <span>{t('shell.error.reference')}</span>
            <code className="font-code wrap-anywhere">{requestId}</code>
            <CopyButton text={requestId} label={t('shell.copy')} copiedLabel={t('operations.copied')} />
          </p>
        )}
      </Banner>
    </div>
  )
}
