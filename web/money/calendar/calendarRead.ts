import { moneyCalendar } from '#contract/money/moneyCalendar'
import { query } from '../../platform/api/query.ts'
import type { DayRange } from './calendarDays.ts'

/** What happens with the shop's money on some days. */
export const calendarRead = (merchantId: string, { from, to }: DayRange) =>
  query(moneyCalendar, { params: { merchantId }, query: { from, to } })
