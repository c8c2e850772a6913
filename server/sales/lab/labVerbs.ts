import type { CallName } from '#contract/index'
import type { LocalDate } from '#domain/platform/dates'
import type { Scenario } from '#domain/sales/operations/sandbox'
import type { Product } from '#domain/sales/operations/states'
import type { Answer, CallBeforeTransaction, Handler, Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Work } from '../../platform/jobs/jobs.ts'

/** The regular verbs, passed in by `server/app/routes.ts`: scenarios use them and nothing else. */
export type LabVerbs = {
  create: Handler<'checkoutOfflineCreate'>
  view: Handler<'checkoutView'>
  plan: Handler<'checkoutPlan'>
  consent: Handler<'checkoutConsent'>
  code: Handler<'checkoutCode'>
  identify: Handler<'checkoutIdentify'>
  bank: Handler<'checkoutBank'>
  card: Handler<'checkoutCard'>
  confirm: Handler<'checkoutConfirm'>
  cancel: Handler<'operationCancel'>
  refund: Handler<'operationRefund'>
  answerDispute: Handler<'disputeAnswer'>
  /** The customer disputes the first charge; the dispute's id, null when no card has paid anything. */
  openDispute: (services: Services, scope: Scope, operationId: string) => Promise<string | null>
  /** The evidence is sent, and the customer's bank decides. */
  decideDispute: (services: Services, scope: Scope, disputeId: string) => Promise<void>
  handleDeadline: (services: Services, work: Work['deadline']) => Promise<void>
  /** Creates a shop's settlements up to a value date. */
  settleUpTo: (services: Services, scope: Scope, until: LocalDate) => Promise<void>
}

/** Runs a verb as its own caller would: first its calls to external services, then the verb in a transaction of its own. */
export async function runVerb<N extends CallName>(
  handler: Handler<N>,
  known: CallBeforeTransaction<N> & { services: Services; scope: Scope },
): Promise<Answer<N>> {
  const prepared = await handler.prepare?.(known)
  // Its changes are covered by the scenario's own audit entry.
  return known.services.database.write(known.scope, (db) => handler({ ...known, prepared, db, audit: () => {} } as never)) // the declaration of this very name drew both types
}

/** The calls that a user must be allowed to make for a scenario: the lab grants no rights. */
export const needs: Readonly<Record<Scenario, readonly CallName[]>> = {
  link: ['checkoutOfflineCreate'],
  approved: ['checkoutOfflineCreate'],
  captureRequired: ['checkoutOfflineCreate'],
  refused: ['checkoutOfflineCreate'],
  challenge: ['checkoutOfflineCreate'],
  expired: ['checkoutOfflineCreate'],
  duplicated: ['checkoutOfflineCreate'],
  refunded: ['checkoutOfflineCreate', 'operationRefund'],
  cancelled: ['checkoutOfflineCreate', 'operationCancel'],
  negativeBalance: ['checkoutOfflineCreate', 'operationRefund'],
  disputed: ['checkoutOfflineCreate'],
  disputeWon: ['checkoutOfflineCreate', 'disputeAnswer'],
  disputeLost: ['checkoutOfflineCreate', 'disputeAnswer'],
}

/** The product a scenario is about; none: any that the shop sells. */
export const productOf: Readonly<Partial<Record<Scenario, Product>>> = {
  approved: 'instalments',
  captureRequired: 'pay_later',
  refunded: 'instalments',
  negativeBalance: 'instalments',
  disputed: 'instalments',
  disputeWon: 'instalments',
  disputeLost: 'instalments',
}

/** Refuses with SandboxOnly in live mode. */
export function sandboxOnly({ mode }: Scope): void {
  if (mode === 'live') throw new Refusal('SandboxOnly')
}
