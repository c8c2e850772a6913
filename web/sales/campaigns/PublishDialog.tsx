import type { Campaign } from '#contract/sales/campaigns'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { CampaignFacts } from './CampaignFacts.tsx'

/** Confirms publishing: a summary, and what can no longer be changed once it runs. */
export function PublishDialog({ campaign, onConfirm, onClose }: { campaign: Campaign; onConfirm: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('campaigns.publish.title', { name: campaign.name })}
      verb={t('campaigns.publish')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="pb-4 text-ink-2">{t('campaigns.publish.detail')}</p>
      <CampaignFacts campaign={campaign} ends />
    </ConfirmDialog>
  )
}
