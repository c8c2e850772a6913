import { useQuery } from '@tanstack/react-query'
import { settlementDownload } from '#contract/settlements'
import { call } from '../api/call.ts'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { ExportDialog } from '../operation/ExportDialog.tsx'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import { go } from '../shell/go.ts'
import type { Screen } from '../shell/screen.ts'
import { useAddress } from '../shell/useAddress.ts'
import { settlementFormats } from './settlementFormats.ts'
import { settlementRead } from './settlementReads.ts'

/** Downloads one settlement with all its lines. */
function SettlementDownload() {
  const { merchantId, flag } = useShop()
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
