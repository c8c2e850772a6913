import { campaignStates, type CampaignState } from '#domain/sales/campaigns/campaign'

/** URL state of the list; `status` null: all. */
export type CampaignsQuery = { status: CampaignState | null; page: number }

/** Parses the URL; unknown values are ignored. */
export function readCampaignsQuery(search: Record<string, string>): CampaignsQuery {
  return {
    status: campaignStates.find((one) => one === search['status']) ?? null,
    page: /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1,
  }
}

/** Serializes the URL state; defaults are omitted. */
export function campaignsSearch({ status, page }: CampaignsQuery): Record<string, string> {
  return { ...(status !== null && { status }), ...(page > 1 && { page: String(page) }) }
}
