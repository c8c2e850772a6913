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

export const salesRead = (merchantId: string, filters: InsightsQuery) =>
  query(insightSales, { params: { merchantId }, query: bySale(filters) })
export const funnelRead = (merchantId: string, filters: InsightsQuery) =>
  query(insightFunnel, { params: { merchantId }, query: byChannel(filters) })
export const refundsRead = (merchantId: string, filters: InsightsQuery) =>
  query(insightRefunds, { params: { merchantId }, query: byChannel(filters) })
export const customersRead = (merchantId: string, filters: InsightsQuery) =>
  query(insightCustomers, { params: { merchantId }, query: byChannel(filters) })
export const campaignsRead = (merchantId: string, filters: InsightsQuery) =>
  query(insightCampaigns, { params: { merchantId }, query: byChannel(filters) })

type Days = { from: string; to: string }
const daysOf = ({ days: { from, to } }: InsightsQuery): Days => ({ from, to })

export const moneyRead = (merchantId: string, filters: InsightsQuery) =>
  query(insightMoney, { params: { merchantId }, query: daysOf(filters) })
export const teamRead = (merchantId: string, filters: InsightsQuery) =>
  query(insightTeam, { params: { merchantId }, query: daysOf(filters) })
export const shopsRead = (merchantId: string, filters: InsightsQuery) =>
  query(insightShops, { params: { merchantId }, query: daysOf(filters) })
