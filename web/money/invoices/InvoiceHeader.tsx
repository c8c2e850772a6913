import Download from 'lucide-react/icons/download'
import FileCode from 'lucide-react/icons/file-code-2'
import Landmark from 'lucide-react/icons/landmark'
import type { Invoice } from '#contract/money/invoices'
import { joinTexts } from '#domain/platform/direction'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { accountText } from '../../sales/operationStatus/accountText.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { Flag } from '../../platform/ui/feedback/Flag.tsx'
import { HeroAmount } from '../../platform/ui/figures/HeroAmount.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { invoiceKind, periodTitle } from './invoiceText.ts'
import { NewFlag } from './NewFlag.tsx'
import { useInvoiceFile } from './useInvoiceFile.ts'

/** Number, month, total, status, files, and related rectifying or rectified invoices. */
export function InvoiceHeader({ invoice }: { invoice: Invoice }) {
  const { busy, download } = useInvoiceFile()
  const file = (
    <Button
      variant="filled"
      icon={<Download aria-hidden />}
      busy={busy?.format === 'pdf'}
      busyLabel={t('exports.busy')}
      onClick={() => download(invoice, 'pdf')}
    >
      {t('invoices.downloadPdf')}
    </Button>
  )
  const facturae = (
    <Button
      variant="outlined"
      icon={<FileCode aria-hidden />}
      busy={busy?.format === 'facturae'}
      busyLabel={t('exports.busy')}
      onClick={() => download(invoice, 'facturae')}
    >
      {t('invoices.facturae')}
    </Button>
  )
  return (
    <header className="pt-5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-md text-ink-2">
        <span className="inline-flex items-center gap-1.5 max-md:w-full">
          <b className="text-base font-strong text-ink">{invoice.number}</b>
          <CopyButton
            iconOnly
            text={invoice.number}
            label={t('invoices.copyNumber', { number: invoice.number })}
            copiedLabel={t('operations.copied')}
          />
          <NewFlag of={invoice} />
        </span>
        <span>
          {joinTexts([
            periodTitle({ from: invoice.periodFrom, to: invoice.periodTo }),
            t('invoices.issuedOn', { date: date(invoice.issuedOn) }),
          ])}
        </span>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 id="invoice-title">
          <span className="sr-only">{t('invoices.invoice', { number: invoice.number })} </span>
          <HeroAmount cents={invoice.totalAmount} />
        </h1>
        <span className="ml-auto flex gap-2 max-md:hidden">
          {facturae}
          {file}
        </span>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <StatusBadge shape="pill" kind={invoiceKind[invoice.status]} label={t(`invoices.state.${invoice.status}`)} />
        {invoice.kind === 'rectifying' && <Flag>{t('invoices.rectifying')}</Flag>}
        <Flag icon={<Landmark aria-hidden />}>
          {invoice.ibanLast4 === null
            ? t('invoices.compensated')
            : t('invoices.compensatedOn', { account: accountText(invoice.ibanLast4) })}
        </Flag>
        {invoice.downloadedAt !== null && <Flag>{t('invoices.state.downloaded', { date: date(invoice.downloadedAt) })}</Flag>}
      </div>
      <Related invoices={invoice.rectifies} words={t('invoices.rectifies')} />
      <Related invoices={invoice.rectifiedBy} words={t('invoices.rectifiedBy')} />
      <div className="action-bar fixed inset-x-0 z-5 flex flex-wrap gap-2 border-t border-line bg-sheet px-(--gutter) py-2.5 *:flex-1 md:hidden">
        {facturae}
        {file}
      </div>
    </header>
  )
}

/** Links to the rectified or rectifying invoices. */
function Related({ invoices, words }: { invoices: Invoice['rectifies']; words: string }) {
  const { merchantId, flag } = useMerchant()
  if (invoices.length === 0) return null
  return (
    <div className="pt-4">
      <Banner
        title={
          <>
            {words}{' '}
            {invoices.map(({ id, number }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Anchor href={paths.invoice(merchantId, id, flag)} className={linkClass}>
                  {number}
                </Anchor>
              </span>
            ))}
          </>
        }
      />
    </div>
  )
}
