import {
  insightCampaigns,
  insightCustomers,
  insightFunnel,
  insightMoney,
  insightRefunds,
  insightSales,
  insightShops,
  insightTeam,
} from '#contract/sales/insights'
import { query } from '../../platform/api/query.ts'
import { byChannel, bySale, type InsightsQuery } from './insightsQuery.ts'

// Query options, shared by loader and sections.

export const salesRead = (merchantId: string, asked: InsightsQuery) => query(insightSales, { params: { merchantId }, query: bySale(asked) })
export const funnelRead = (merchantId: string, asked: InsightsQuery) =>
  query(insightFunnel, { params: { merchantId }, query: byChannel(asked) })
export const refundsRead = (merchantId: string, asked: InsightsQuery) =>
  query(insightRefunds, { params: { merchantId }, query: byChannel(asked) })
export const customersRead = (merchantId: string, asked: InsightsQuery) =>
  query(insightCustomers, { params: { merchantId }, query: byChannel(asked) })
export const campaignsRead = (merchantId: string, asked: InsightsQuery) =>
  query(insightCampaigns, { params: { merchantId }, query: byChannel(asked) })

type Days = { from: string; to: string }
const daysOf = ({ days: { from, to } }: InsightsQuery): Days => ({ from, to })

export const moneyRead = (merchantId: string, asked: InsightsQuery) => query(insightMoney, { params: { merchantId }, query: daysOf(asked) })
export const teamRead = (merchantId: string, asked: InsightsQuery) => query(insightTeam, { params: { merchantId }, query: daysOf(asked) })
export const shopsRead = (merchantId: string, asked: InsightsQuery) => query(insightShops, { params: { merchantId }, query: daysOf(asked) })
