import type { Campaign } from '#contract/sales/campaigns'
import { campaignAllows } from '#domain/sales/campaigns/campaign'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { ActivityLink } from '../operationStatus/ActivityLink.tsx'
import { isStored } from './campaignDraft.ts'
import { CampaignEditor } from './CampaignEditor.tsx'
import { CampaignReadOnly } from './CampaignReadOnly.tsx'

type CampaignShownProps = {
  campaign: Campaign
  /** For a campaign of which nothing is stored: called once it is. */
  onCreated?: (created: Campaign) => void
}

/** A campaign's editor, or the campaign read-only for members without the right and once it has ended. */
export function CampaignShown({ campaign, onCreated }: CampaignShownProps) {
  const { may } = useMerchant()
  const writes = may('campaignUpdate') && campaignAllows(campaign.status, 'update')
  return (
    <>
      {writes ? <CampaignEditor campaign={campaign} {...(onCreated && { onCreated })} /> : <CampaignReadOnly campaign={campaign} />}
      {isStored(campaign) && <ActivityLink object={campaign.id}>{t('campaigns.activity')}</ActivityLink>}
    </>
  )
}
