import { callsOf, type CallsOf } from './platform/callsOf.ts'
import type { ConsoleCall } from './provider/consoleCall.ts'
import * as confirmations from './provider/confirmations.ts'
import * as credits from './provider/credits.ts'
import * as decisions from './provider/decisions.ts'
import * as merchantActs from './provider/merchantActs.ts'
import * as merchants from './provider/merchants.ts'
import * as operations from './provider/operations.ts'
import * as prices from './provider/prices.ts'
import * as review from './provider/review.ts'
import * as staff from './provider/staff.ts'
import * as staffSession from './provider/staffSession.ts'
import * as system from './provider/system.ts'
import * as work from './provider/work.ts'

const declarations = {
  ...confirmations,
  ...credits,
  ...decisions,
  ...merchantActs,
  ...merchants,
  ...operations,
  ...prices,
  ...review,
  ...staff,
  ...staffSession,
  ...system,
  ...work,
}

/** The console's API by name. */
export type ConsoleApi = CallsOf<typeof declarations, ConsoleCall>
export type ConsoleCallName = keyof ConsoleApi
export const consoleApi = callsOf(declarations) as ConsoleApi // the same rule for types and values

/** Any call, without its exact types. */
export type NamedConsoleCall = ConsoleCall & { name: ConsoleCallName }
export const consoleCalls: readonly NamedConsoleCall[] = Object.values(consoleApi)
