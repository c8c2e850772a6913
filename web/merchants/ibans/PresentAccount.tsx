import FileCheck from 'lucide-react/icons/file-check'
import Store from 'lucide-react/icons/store'
import type { Iban } from '#contract/merchants/ibans'
import { t } from '../../platform/i18n/t.ts'
import { ActivityLink } from '../../sales/operationStatus/ActivityLink.tsx'
import { Flag } from '../../platform/ui/feedback/Flag.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { CertificateButton } from './CertificateButton.tsx'
import { ibanDetail, ibanKind } from './ibanText.ts'

/** The current payout account: IBAN, bank, holder, since when, and for which merchants. */
export function PresentAccount({ present }: { present: Iban | null }) {
  return (
    <section aria-labelledby="iban-present">
      <h2 id="iban-present" className="text-title-sm leading-snug font-strong">
        {t('bankAccounts.present')}
      </h2>
      {present === null ? (
        <p className="pt-2 text-md text-ink-2">{t('bankAccounts.none')}</p>
      ) : (
        <>
          <p className="pt-3 font-display text-title-lg leading-none font-title tracking-tight md:whitespace-nowrap">{present.iban}</p>
          <p className="pt-2.5 text-md wrap-anywhere text-ink-2">
            {present.bankName === null
              ? t('bankAccounts.holder', { holder: present.holderName })
              : t('bankAccounts.bankAndHolder', { bank: present.bankName, holder: present.holderName })}
          </p>
          <div className="flex flex-wrap items-center gap-2 pt-4">
            <StatusBadge shape="pill" kind={ibanKind[present.status]} label={t(`bankAccounts.state.${present.status}`)} />
            <Flag>{ibanDetail(present)}</Flag>
            {present.isDefault && <Flag>{t('bankAccounts.default')}</Flag>}
            <CertificateButton size="small" iban={present} icon={<FileCheck aria-hidden />} />
          </div>
          <Shops iban={present} />
          <ActivityLink object={present.id}>{t('bankAccounts.activity')}</ActivityLink>
        </>
      )}
    </section>
  )
}

/** The merchants that an account pays. */
function Shops({ iban }: { iban: Iban }) {
  if (iban.merchants.length === 0) return null
  return (
    <ul aria-label={t('bankAccounts.shops')} className="flex flex-wrap gap-x-5 gap-y-1 pt-4 text-md text-ink-2">
      {iban.merchants.map(({ id, name }) => (
        <li key={id} className="inline-flex items-center gap-1.75">
          <Store aria-hidden className="size-3.75 text-ink-3" />
          {name}
        </li>
      ))}
    </ul>
  )
}
