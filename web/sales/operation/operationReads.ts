import { customerMessageList } from '#contract/sales/customerMessages'
import { merchantConfiguration } from '#contract/merchants/merchants'
import { operationCart, operationCounts, operationDetail, operationList, operationTotals } from '#contract/sales/operations'
import { query } from '../../platform/api/query.ts'
import { countFiltersOf, filtersOf, type ListQuery } from '../../platform/lists/listQuery.ts'

// Each read as one value, so that loader, screen and cache updates mean the same thing.

/** A page of the list. */
export const listRead = (merchantId: string, list: ListQuery) =>
  query(operationList, { params: { merchantId }, query: { ...filtersOf(list), ordering: list.ordering, page: list.page } })

/** How many operations each sub-status has for the list's other filters. */
export const countsRead = (merchantId: string, list: ListQuery) =>
  query(operationCounts, { params: { merchantId }, query: countFiltersOf(list) })

/** Number and sum of all that the list's filters let through, uncapped. */
export const totalsRead = (merchantId: string, list: ListQuery) =>
  query(operationTotals, { params: { merchantId }, query: filtersOf(list) })

/** One operation, whole. */
export const detailRead = (merchantId: string, operationId: string) => query(operationDetail, { params: { merchantId, operationId } })

/** Its cart. */
export const cartRead = (merchantId: string, operationId: string) => query(operationCart, { params: { merchantId, operationId } })

/** What its customer was sent. */
export const messagesRead = (merchantId: string, operationId: string) =>
  query(customerMessageList, { params: { merchantId, operationId }, quiet: true })

/** The shop's terms and how long a refund is held. */
export const configurationRead = (merchantId: string) => query(merchantConfiguration, { params: { merchantId } })
