import type { Campaign } from '#contract/sales/campaigns'
import { t } from '../../platform/i18n/t.ts'
import { BulkBar } from '../../platform/ui/tables/BulkBar.tsx'
import { InkButton } from '../../platform/ui/controls/InkButton.tsx'
import { actsOf, campaignActs, type CampaignAct } from './useCampaignActs.ts'

type CampaignBulkBarProps = {
  chosen: readonly Campaign[]
  busy: boolean
  onAct: (act: CampaignAct) => void
  onClear: () => void
}

/** The verbs that at least one of the chosen campaigns takes; what the others come to is said after. */
export function CampaignBulkBar({ chosen, busy, onAct, onClear }: CampaignBulkBarProps) {
  const taken = new Set(chosen.flatMap(({ status }) => actsOf(status)))
  return (
    <BulkBar
      label={t('campaigns.chosen')}
      summary={<b className="font-strong">{t('campaigns.spoken', { count: chosen.length })}</b>}
      clearLabel={t('campaigns.chosen.clear')}
      onClear={onClear}
    >
      {campaignActs
        .filter((act) => taken.has(act))
        .map((act) => (
          <InkButton key={act} aria-disabled={busy || undefined} onClick={() => !busy && onAct(act)}>
            {t(`campaigns.act.${act}`)}
          </InkButton>
        ))}
    </BulkBar>
  )
}
