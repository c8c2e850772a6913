import type { CallName } from '#contract/index'
import type { LocalDate } from '#domain/platform/dates'
import type { Scope } from '../../platform/database/scope.ts'
import type { Answer, Asking, Handler, Services } from '../../platform/calls/call.ts'
import type { Work } from '../../platform/jobs/jobs.ts'

/** The product's own verbs, handed over by `server/app/routes.ts`: what is tried out is done by them and by nothing else. */
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
  handleDeadline: (services: Services, work: Work['deadline']) => Promise<void>
  /** Makes a shop's settlements up to a value date. */
  settleUpTo: (services: Services, scope: Scope, until: LocalDate) => Promise<void>
}

/** Does a verb as its own caller would have it done: what it asks outside first, then it in a transaction of its own. */
export async function take<N extends CallName>(
  handler: Handler<N>,
  known: Asking<N> & { services: Services; scope: Scope },
): Promise<Answer<N>> {
  const asked = await handler.ask?.(known)
  // Its changes are told by the scenario's own line in the trail.
  return known.services.database.write(known.scope, (db) => handler({ ...known, asked, db, audit: () => {} } as never)) // the declaration of this very name drew both types
}
