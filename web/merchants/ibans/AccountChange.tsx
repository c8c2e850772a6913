import type { Iban } from '#contract/merchants/ibans'
import { t } from '../../platform/i18n/t.ts'
import { ActivityLink } from '../../sales/operationStatus/ActivityLink.tsx'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { CertificateButton } from './CertificateButton.tsx'
import { ChangeAnswers } from './ChangeAnswers.tsx'
import { changeStep } from './changeStep.ts'
import { ibanKind } from './ibanText.ts'
import type { IbanChange } from './useIbanChange.ts'

type AccountChangeProps = { change: Iban; present: Iban | null; verbs: IbanChange; stopHref: string }

/** A pending change: old and new account, what it waits for, and its actions. */
export function AccountChange({ change, present, verbs, stopHref }: AccountChangeProps) {
  const { account, may } = useMerchant()
  const step = changeStep(change, { id: account.userId, isOwner: may('ibanConfirm') })
  const verb = step === 'confirm' || step === 'approve' ? step : null
  return (
    <section aria-labelledby="iban-change" className="pb-9">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3">
        <h2 id="iban-change" className="text-title-sm leading-snug font-strong">
          {t('bankAccounts.running')}
        </h2>
        <StatusBadge shape="pill" kind={ibanKind[change.status]} label={t(`bankAccounts.state.${change.status}`)} />
      </div>
      <p className="pb-4 text-lg">
        {present === null ? (
          <b className="font-strong">{change.iban}</b>
        ) : (
          <Change from={present.iban} to={change.iban} toLabel={t('bankAccounts.becomes')} />
        )}
        <span className="block pt-1 text-md text-ink-2">
          {change.bankName === null
            ? t('bankAccounts.holder', { holder: change.holderName })
            : t('bankAccounts.bankAndHolder', { bank: change.bankName, holder: change.holderName })}
        </span>
      </p>
      {change.paymentsPaused && (
        <div className="pb-4">
          <Banner tone="warning" title={t('bankAccounts.paused')}>
            {t('bankAccounts.pausedDetail')}
          </Banner>
        </div>
      )}
      <ChangeAnswers change={change} present={present} step={step} />
      {may('ibanCancel') && (
        <div className="flex flex-wrap gap-2 pt-4 max-md:*:flex-1">
          {verb !== null && (
            <Button
              variant="filled"
              busy={verbs.busy === verb}
              busyLabel={t('shell.sending')}
              onClick={() => void verbs.run(verb, change.id)}
            >
              {t(`bankAccounts.verb.${verb}`)}
            </Button>
          )}
          <Button variant="outlined" href={stopHref}>
            {t('bankAccounts.verb.stop')}
          </Button>
          <CertificateButton iban={change} />
        </div>
      )}
      {verbs.error !== null && verbs.busy === null && (
        <div role="alert" className="pt-4">
          <FailureCard title={t('bankAccounts.failed.verb')} error={verbs.error} />
        </div>
      )}
      <ActivityLink object={change.id}>{t('bankAccounts.activity')}</ActivityLink>
    </section>
  )
}
