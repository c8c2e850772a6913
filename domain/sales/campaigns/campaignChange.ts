import type { WebhookType } from '../../merchants/webhook.ts'
import type { CampaignState } from './campaign.ts'

/** The deadlines of a campaign: its start, the notice of its end, its end, and the notice of its result. */
type CampaignDeadline = 'campaign_start' | 'campaign_ending' | 'campaign_end' | 'campaign_report'

/** The states in which a campaign has a deadline. */
export const campaignDeadlineStates: readonly { kind: CampaignDeadline; status: CampaignState }[] = [
  { kind: 'campaign_start', status: 'scheduled' },
  { kind: 'campaign_end', status: 'scheduled' },
  { kind: 'campaign_end', status: 'active' },
  { kind: 'campaign_end', status: 'paused' },
  { kind: 'campaign_ending', status: 'active' },
  { kind: 'campaign_report', status: 'finished' },
]

/** The type of the webhook event of a change to a state, if any. */
export const campaignWebhook = (status: CampaignState): WebhookType | null => {
  if (status === 'active') return 'campaign.started'
  if (status === 'paused') return 'campaign.paused'
  return status === 'finished' ? 'campaign.ended' : null
}
