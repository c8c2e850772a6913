import { campaignOverlaps, campaignResults } from '#contract/sales/campaignInsights'
import { campaignArticleList, campaignDetail, campaignList } from '#contract/sales/campaigns'
import { query } from '../../platform/api/query.ts'
import { requestMode } from '../../platform/api/requestMode.ts'
import type { CampaignsQuery } from './campaignsQuery.ts'

// Query options, shared by loaders, screens and cache updates.

/** A page of the list, newest first. */
export const campaignListRead = (merchantId: string, { status, page }: CampaignsQuery) =>
  query(campaignList, { params: { merchantId }, query: { page, ...(status !== null && { status }) } })

/** A campaign in full. */
export const campaignRead = (merchantId: string, campaignId: string, mode = requestMode()) =>
  query(campaignDetail, { params: { merchantId, campaignId }, mode })

/** A page of a campaign's articles. */
export const articleListRead = (merchantId: string, campaignId: string, page: number) =>
  query(campaignArticleList, { params: { merchantId, campaignId }, query: { page } })

/** Other campaigns that cover the same orders at the same time. */
export const overlapsRead = (merchantId: string, campaignId: string) =>
  query(campaignOverlaps, { params: { merchantId, campaignId }, quiet: true })

/** The results of a campaign so far. */
export const resultsRead = (merchantId: string, campaignId: string) => query(campaignResults, { params: { merchantId, campaignId } })
