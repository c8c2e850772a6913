import type { Calendar } from './calendar.ts'
import type { OpenShop } from './accounts.ts'
import type { Rows } from './tables.ts'

/** Placeholder until the messages of the notices are known. */
export function writeNotifications(_shops: readonly OpenShop[], _calendar: Calendar, _rows: Rows): void {}
