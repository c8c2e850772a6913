import type { Campaign } from '#contract/sales/campaigns'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { nameOf, offerText, rangeText } from './campaignText.ts'
import type { CampaignAction } from './useCampaignActions.ts'

type ConfirmActionDialogProps = { action: CampaignAction; campaigns: readonly Campaign[]; onConfirm: () => void; onClose: () => void }

/** Asks for confirmation before campaigns are published, deleted or ended; for publishing it shows terms and dates. */
export function ConfirmActionDialog({ action, campaigns, onConfirm, onClose }: ConfirmActionDialogProps) {
  const words = action === 'publish' || action === 'delete' ? action : 'finish'
  return (
    <ConfirmDialog
      title={t(`campaigns.ask.${words}`, { count: campaigns.length })}
      verb={t(`campaigns.act.${words}`)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="text-ink-2">{t(`campaigns.ask.${words}.detail`)}</p>
      <ul className="list-disc pt-3 pl-5">
        {campaigns.map((campaign) => (
          <li key={campaign.id} className="wrap-anywhere">
            {nameOf(campaign)}
            {action === 'publish' && <span className="block text-sm text-ink-3">{`${offerText(campaign)} · ${rangeText(campaign)}`}</span>}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
