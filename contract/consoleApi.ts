import { callsOf, type CallsOf } from './platform/callsOf.ts'
import type { ConsoleCall } from './provider/consoleCall.ts'
import * as apiKeys from './provider/apiKeys.ts'
import * as bankFiles from './provider/bankFiles.ts'
import * as cardBalance from './provider/cardBalance.ts'
import * as confirmations from './provider/confirmations.ts'
import * as credits from './provider/credits.ts'
import * as disputes from './provider/disputes.ts'
import * as decisions from './provider/decisions.ts'
import * as figures from './provider/figures.ts'
import * as announcements from './provider/announcements.ts'
import * as events from './provider/events.ts'
import * as merchantActs from './provider/merchantActs.ts'
import * as merchants from './provider/merchants.ts'
import * as messages from './provider/messages.ts'
import * as moneyDebts from './provider/moneyDebts.ts'
import * as moneyFiles from './provider/moneyFiles.ts'
import * as moneyInvoices from './provider/moneyInvoices.ts'
import * as moneyMonth from './provider/moneyMonth.ts'
import * as moneyProofs from './provider/moneyProofs.ts'
import * as moneySettlements from './provider/moneySettlements.ts'
import * as operations from './provider/operations.ts'
import * as prices from './provider/prices.ts'
import * as review from './provider/review.ts'
import * as staff from './provider/staff.ts'
import * as staffSession from './provider/staffSession.ts'
import * as setup from './provider/setup.ts'
import * as system from './provider/system.ts'
import * as work from './provider/work.ts'

const declarations = {
  ...apiKeys,
  ...bankFiles,
  ...cardBalance,
  ...confirmations,
  ...credits,
  ...disputes,
  ...decisions,
  ...figures,
  ...announcements,
  ...events,
  ...merchantActs,
  ...merchants,
  ...messages,
  ...moneyDebts,
  ...moneyFiles,
  ...moneyInvoices,
  ...moneyMonth,
  ...moneyProofs,
  ...moneySettlements,
  ...operations,
  ...prices,
  ...review,
  ...staff,
  ...staffSession,
  ...setup,
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
