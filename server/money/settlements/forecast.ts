import { addDays, madridDay } from '#domain/platform/dates'
import type { Handler } from '../../platform/calls/call.ts'
import { readForecast } from './readForecast.ts'

/** Length of the forecast in days. */
const FORECAST_DAYS = 30

/** Settlements, expiring captures and released refunds of the coming days, if nothing more is sold; days without any are omitted. */
export const settlementForecast: Handler<'settlementForecast'> = async ({ db, scope, now }) => {
  const from = madridDay(now)
  const until = addDays(from, FORECAST_DAYS)
  const days = await readForecast(db, scope, now, until)
  return { from, until, days: days.map(({ on, settlement, captures, refunds }) => ({ on, settlement, captures, refunds })) }
}
