import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { mandateDownload, type DebitMandate, type Debt } from '#contract/money/debits'
import { load } from '../../platform/api/load.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { saveFile } from '../../platform/lists/saveFile.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { mandateKind } from './debtText.ts'

/** The direct debit mandate: as signed, or an offer to sign one. */
export function MandateCard({ debt, signHref, revokeHref }: { debt: Debt; signHref: string; revokeHref: string }) {
  const { merchantId, sandbox, may, flag } = useMerchant()
  const { mandate, offer, noOffer } = debt
  const isActive = mandate?.state === 'standing'
  const aboutKey = sandbox ? 'debits.mandate.sandbox' : noOffer === 'provider' ? 'debits.mandate.notByProvider' : 'debits.mandate.about'
  return (
    <section aria-labelledby="debt-mandate">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="debt-mandate" className="text-title-sm leading-snug font-strong">
          {t('debits.mandate')}
        </h2>
        {mandate && <StatusBadge shape="pill" kind={mandateKind[mandate.state]} label={t(`debits.mandate.state.${mandate.state}`)} />}
      </div>
      <p className="max-w-[68ch] pt-1.5 pb-3 text-md text-ink-2">{t(aboutKey)}</p>
      {mandate && mandate.state !== 'standing' && mandate.state !== 'revoked' && (
        <p className="max-w-[68ch] pb-3 text-md">{t(`debits.mandate.${mandate.state}`, { iban: mandate.iban })}</p>
      )}
      {mandate && <Signed mandate={mandate} />}
      {noOffer === 'account' && (
        <p className="max-w-[68ch] text-md">
          {t('debits.mandate.notOffered')}{' '}
          <Anchor href={paths.invoicesIban(merchantId, flag)} className={linkClass}>
            {t('debits.mandate.toAccount')}
          </Anchor>
        </p>
      )}
      {!sandbox && noOffer !== 'provider' && !may('mandateSign') && <p className="pt-3 text-sm text-ink-3">{t('debits.mandate.reader')}</p>}
      <div className="flex flex-wrap gap-2.5 pt-3.5 empty:hidden">
        {offer !== null && may('mandateSign') && (
          <Button variant="filled" href={signHref}>
            {t('debits.mandate.authorise')}
          </Button>
        )}
        {mandate && may('mandateDownload') && <DownloadButton mandate={mandate} />}
        {isActive && may('mandateRevoke') && (
          <Button variant="outlined" href={revokeHref}>
            {t('debits.mandate.revoke')}
          </Button>
        )}
      </div>
    </section>
  )
}

function Signed({ mandate }: { mandate: DebitMandate }) {
  const { reference, creditor, debtorName, iban, signedBy, place, signedAt } = mandate
  return (
    <DefinitionList
      items={[
        { term: t('shell.heading.reference'), value: reference },
        { term: t('debits.mandate.creditor'), value: creditor.name },
        { term: t('debits.mandate.creditorId'), value: creditor.id },
        { term: t('debits.mandate.debtor'), value: debtorName },
        { term: t('shell.heading.account'), value: iban },
        { term: t('debits.mandate.kind'), value: t('debits.mandate.recurrent') },
        { term: t('debits.mandate.signed'), value: t('debits.mandate.signedBy', { name: signedBy, place, date: date(signedAt) }) },
      ]}
    />
  )
}

/** Downloads the mandate as a PDF; the outcome is shown in a toast. */
function DownloadButton({ mandate }: { mandate: DebitMandate }) {
  const { merchantId } = useMerchant()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    if (busy) return
    setBusy(true)
    try {
      const file = await load(mandateDownload, { params: { merchantId, mandateId: mandate.id } })
      const name = file instanceof File ? file.name : `${mandate.reference}.pdf`
      saveFile(file, name)
      showToast(t('exports.done', { name }), { key: 'mandate-file' })
    } catch (error) {
      showToast(failureText(error), { key: 'mandate-file', lastsMs: 0 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="outlined"
      icon={<FileText aria-hidden />}
      busy={busy}
      busyLabel={t('shell.downloading')}
      onClick={() => void download()}
    >
      {t('debits.mandate.download')}
    </Button>
  )
}
