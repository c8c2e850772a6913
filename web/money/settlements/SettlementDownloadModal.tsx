import { useQuery } from '@tanstack/react-query'
import { settlementDownload } from '#contract/money/settlements'
import { call } from '../../platform/api/call.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ExportDialog } from '../../platform/lists/ExportDialog.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { settlementFormats } from './settlementFormats.ts'
import { settlementRead } from './settlementReads.ts'

/** Downloads a settlement with all its lines. */
function SettlementDownload() {
  const { merchantId, flag } = useMerchant()
  const { params } = useAddress()
  const settlementId = params['settlementId'] ?? ''
  const { data } = useQuery(settlementRead(merchantId, settlementId))
  return (
    <ExportDialog
      title={t('settlements.files.oneTitle', { reference: data?.reference ?? '' })}
      subtitle={t('settlements.files.oneSubtitle')}
      formats={settlementFormats}
      note={t('shell.zone')}
      verb={t('shell.download')}
      fetchFile={(format, more) => call(settlementDownload, { params: { merchantId, settlementId }, query: { format }, ...more })}
      nameOf={(format) => `liquidacion_${data?.reference ?? settlementId}.${format}`}
      onClose={() => go(paths.settlement(merchantId, settlementId, flag), { keepScroll: true })}
    >
      <p className="pb-4 text-md text-ink-2">
        {data ? t('settlements.files.oneWhat', { count: data.lineCount, amount: money(data.netAmount) }) : ''}
      </p>
    </ExportDialog>
  )
}

export const SettlementDownloadModal: Screen = { component: SettlementDownload }
