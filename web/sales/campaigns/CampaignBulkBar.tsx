import type { Campaign } from '#contract/sales/campaigns'
import { t } from '../../platform/i18n/t.ts'
import { BulkBar } from '../../platform/ui/tables/BulkBar.tsx'
import { InkButton } from '../../platform/ui/controls/InkButton.tsx'
import { actionsOf, campaignActions, type CampaignAction } from './useCampaignActions.ts'

type CampaignBulkBarProps = {
  chosen: readonly Campaign[]
  busy: boolean
  onAction: (action: CampaignAction) => void
  onClear: () => void
}

/** Actions that at least one selected campaign allows; the outcome of the others is shown afterwards. */
export function CampaignBulkBar({ chosen, busy, onAction, onClear }: CampaignBulkBarProps) {
  const allowed = new Set(chosen.flatMap(({ status }) => actionsOf(status)))
  return (
    <BulkBar
      label={t('campaigns.chosen')}
      summary={<b className="font-strong">{t('campaigns.spoken', { count: chosen.length })}</b>}
      clearLabel={t('campaigns.chosen.clear')}
      onClear={onClear}
    >
      {campaignActions
        .filter((action) => allowed.has(action))
        .map((action) => (
          <InkButton key={action} aria-disabled={busy || undefined} onClick={() => !busy && onAction(action)}>
            {t(`campaigns.act.${action}`)}
          </InkButton>
        ))}
    </BulkBar>
  )
}
