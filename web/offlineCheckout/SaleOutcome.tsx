import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DuplicateDialog } from './DuplicateDialog.tsx'
import type { Sale } from './useSale.ts'

/** What came of sending: no answer (sending again makes no second link), a refusal in words, or one like it of a moment ago. */
export function SaleOutcome({ sale }: { sale: Sale }) {
  const { phase } = sale
  if (phase.name === 'duplicated') return <DuplicateDialog sale={sale} error={phase.error} />
  if (phase.name !== 'unknown' && phase.name !== 'refused') return null
  const { error } = phase
  const unknown = phase.name === 'unknown'
  const requestId = isApiFailure(error) ? error.requestId : null
  const byField = isApiFailure(error) && error.fields.size > 0
  return (
    <div className="my-3" data-outcome={phase.name}>
      <Banner
        tone="error"
        live
        title={t(unknown ? 'offlineCheckout.failed.unknown' : 'offlineCheckout.failed.refused')}
        action={
          unknown && (
            <Button size="small" sends onClick={() => sale.send()}>
              {t('offlineCheckout.failed.again')}
            </Button>
          )
        }
      >
        <p>{byField ? [...error.fields.values()].map(({ message }) => message).join(' ') : failureText(error)}</p>
        <p>{t(unknown ? 'offlineCheckout.failed.unknownDetail' : 'offlineCheckout.failed.nothingDone')}</p>
        {requestId !== null && (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
            <span>{t('operations.failed.reference')}</span>
            <code className="font-code wrap-anywhere">{requestId}</code>
            <CopyButton text={requestId} label={t('operations.copy')} copiedLabel={t('operations.copied')} />
          </p>
        )}
      </Banner>
    </div>
  )
}
