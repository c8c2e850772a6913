import { campaignOverlaps, campaignResults } from '#contract/sales/campaignInsights'
import { campaignArticleList, campaignDetail, campaignList } from '#contract/sales/campaigns'
import { query } from '../../platform/api/query.ts'
import type { CampaignsQuery } from './campaignsQuery.ts'

// Each read as one value, so that loader, screen and cache updates mean the same thing.

/** A page of the list, the latest made first. */
export const campaignListRead = (merchantId: string, { status, page }: CampaignsQuery) =>
  query(campaignList, { params: { merchantId }, query: { page, ...(status !== null && { status }) } })

/** One campaign, whole. */
export const campaignRead = (merchantId: string, campaignId: string) => query(campaignDetail, { params: { merchantId, campaignId } })

/** A page of its chosen articles. */
export const articleListRead = (merchantId: string, campaignId: string, page: number) =>
  query(campaignArticleList, { params: { merchantId, campaignId }, query: { page } })

/** Other campaigns that reach the same orders at the same time. */
export const overlapsRead = (merchantId: string, campaignId: string) =>
  query(campaignOverlaps, { params: { merchantId, campaignId }, quiet: true })

/** What it has brought so far. */
export const resultsRead = (merchantId: string, campaignId: string) => query(campaignResults, { params: { merchantId, campaignId } })
