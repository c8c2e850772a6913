import { customerMessageList } from '#contract/sales/customerMessages'
import { merchantConfiguration } from '#contract/merchants/merchants'
import { operationCart, operationCounts, operationDetail, operationList, operationTotals } from '#contract/sales/operations'
import { query } from '../../platform/api/query.ts'
import { countFiltersOf, filtersOf, type ListQuery } from '../../platform/lists/listQuery.ts'

// Query options, shared by loaders, screens and cache updates.

/** A page of the list. */
export const listRead = (merchantId: string, list: ListQuery) =>
  query(operationList, { params: { merchantId }, query: { ...filtersOf(list), ordering: list.ordering, page: list.page } })

/** Number of operations by sub-status, with the list's other filters applied. */
export const countsRead = (merchantId: string, list: ListQuery) =>
  query(operationCounts, { params: { merchantId }, query: countFiltersOf(list) })

/** Exact number and sum of all operations that match the list's filters. */
export const totalsRead = (merchantId: string, list: ListQuery) =>
  query(operationTotals, { params: { merchantId }, query: filtersOf(list) })

/** An operation in full. */
export const detailRead = (merchantId: string, operationId: string) => query(operationDetail, { params: { merchantId, operationId } })

/** The cart of an operation. */
export const cartRead = (merchantId: string, operationId: string) => query(operationCart, { params: { merchantId, operationId } })

/** The messages sent to an operation's customer. */
export const messagesRead = (merchantId: string, operationId: string) =>
  query(customerMessageList, { params: { merchantId, operationId }, quiet: true })

/** The shop's terms and the hold time of refunds. */
export const configurationRead = (merchantId: string) => query(merchantConfiguration, { params: { merchantId } })
