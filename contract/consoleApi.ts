import { callsOf, type CallsOf } from './platform/callsOf.ts'
import type { ConsoleCall } from './provider/consoleCall.ts'
import * as confirmations from './provider/confirmations.ts'
import * as review from './provider/review.ts'
import * as staff from './provider/staff.ts'
import * as staffSession from './provider/staffSession.ts'
import * as work from './provider/work.ts'

const declarations = { ...staff, ...staffSession, ...confirmations, ...review, ...work }

/** The console's API by name. */
export type ConsoleApi = CallsOf<typeof declarations, ConsoleCall>
export type ConsoleCallName = keyof ConsoleApi
export const consoleApi = callsOf(declarations) as ConsoleApi // the same rule for types and values

/** Any call, without its exact types. */
export type NamedConsoleCall = ConsoleCall & { name: ConsoleCallName }
export const consoleCalls: readonly NamedConsoleCall[] = Object.values(consoleApi)
