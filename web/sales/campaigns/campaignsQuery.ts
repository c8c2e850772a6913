import { campaignStates, type CampaignState } from '#domain/sales/campaigns/campaign'

/** What the list shows; `status` null: all of them. */
export type CampaignsQuery = { status: CampaignState | null; page: number }

/** Reads the address; what is not known is left out. */
export function readCampaignsQuery(search: Record<string, string>): CampaignsQuery {
  return {
    status: campaignStates.find((one) => one === search['status']) ?? null,
    page: /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1,
  }
}

/** The query as the address writes it; what is as the list opens is left out. */
export function campaignsSearch({ status, page }: CampaignsQuery): Record<string, string> {
  return { ...(status !== null && { status }), ...(page > 1 && { page: String(page) }) }
}
