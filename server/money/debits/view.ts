import type { Handler } from '../../platform/calls/call.ts'
import { debtOf } from './debtOf.ts'

/** What the shop owes, since when, what happens next, and each debit. */
export const debtView: Handler<'debtView'> = ({ db, scope, services, now }) => debtOf(db, scope, services, now)
