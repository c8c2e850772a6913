import { shortId } from '#domain/platform/shortId'
import {
  asksConfirmation,
  RETRY_PERIOD_MS,
  readCallbackAnswer,
  reportName,
  type CallbackAnswer,
  type OrderReport,
} from '#domain/sales/shopsApi/callback'
import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { shopTopic } from '../../platform/events/changes.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { keptKeys } from '../../platform/keys/sealedKeys.ts'
import type { Outcome } from '../../platform/outbox/outcome.ts'
import type { SendBatch } from '../../platform/outbox/sender.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { confirmByShop, rejectByShop } from './answerOrder.ts'
import { abandon, acknowledge, recordAttempt, recordFailure, restart } from './attempts.ts'
import { shouldSend, readCallback } from './readCallback.ts'
import { sendCallback, type CallbackResult } from './sendCallback.ts'
import type { Callback } from './callback.ts'

/** The next step for an order: send its state, wait until due, or nothing. */
type Plan = { do: 'send'; report: OrderReport } | { do: 'wait'; until: Date } | { do: 'nothing' } | { do: 'give_up'; report: OrderReport }

/** `now`: the wall clock, which schedules retries. `shopTime`: the shop's clock, which can be ahead of it in sandbox. */
type Times = { now: Date; shopTime: Date }

function planOf(callback: Callback, { now, shopTime }: Times): Plan {
  const { pending, trying } = callback
  if (!pending || !shouldSend(callback, callback.acknowledged)) return { do: 'nothing' }
  const { report, from } = pending
  if (from !== null && from > shopTime) return { do: 'wait', until: new Date(now.getTime() + from.getTime() - shopTime.getTime()) }
  const since = trying?.report === reportName(report) ? trying.since : now
  // A confirmation request is ended by its own deadline, which ends the order (T11).
  return !asksConfirmation(report) && now.getTime() - since.getTime() >= RETRY_PERIOD_MS
    ? { do: 'give_up', report }
    : { do: 'send', report }
}

/**
 * Sends the state of one order to its shop and applies the answer. The call is made outside any transaction; a state sent twice because an answer was lost
 * takes effect once: whether the order still awaits it is checked again under its lock.
 */
export const notifyShop: SendBatch<'order_callback'> = {
  async sendBatch(services, { entries, store }) {
    const [entry] = entries
    if (!entry) return
    const scope = mintScope(entry.merchantId ?? '', entry.mode ?? 'live')
    const { operationId } = entry.payload
    await notifyOnce(services, scope, { operationId, resent: entry.resent, store: (db, outcome) => store(db, new Map([[entry, outcome]])) })
  },
}

type Due = { operationId: string; resent: boolean; store: (db: Connection, outcome: Outcome) => void }

async function notifyOnce(services: Services, scope: Scope, due: Due): Promise<void> {
  const { database, config, now } = services
  const { operationId, store } = due
  if (due.resent) await database.write(scope, (db) => restart(db, scope, operationId))
  const callback = await database.read(scope, (db) => readCallback(db, scope, operationId))
  const inShop = await services.shopTimes.servicesOf(services, scope)
  const plan: Plan = callback ? planOf(callback, { now: now(), shopTime: inShop.now() }) : { do: 'nothing' }
  if (!callback || plan.do === 'nothing')
    return database.write(scope, async (db) => store(db, callback?.isGivenUp ? { dead: gaveUp } : 'withheld'))
  if (plan.do === 'wait') return database.write(scope, async (db) => store(db, { postponedUntil: plan.until }))
  if (plan.do === 'give_up')
    return database.write(scope, async (db) => stopRetrying(db, scope, { callback, store, report: plan.report, now: now() }))
  const keys = await database.read(scope, (db) =>
    keptKeys(db, scope, { first: callback.keyId, url: callback.url, secrets: config.keySecrets, now: now() }),
  )
  const result = await sendCallback(services, callback, keys, scope.mode)
  const done = { services, store, callback, report: plan.report, result, answer: answerOf(result) }
  try {
    await recordAnswer(scope, done)
  } catch (error) {
    // The card provider did not let the answer take effect now: the shop will be called again.
    services.log('warn', 'callback_not_settled', { operation: operationId }, error)
    await recordAnswer(scope, { ...done, answer: { says: 'nothing' } })
  }
}

/** Why an entry is dead whose order was given up. */
const gaveUp = 'unacknowledged'

const answerOf = (result: CallbackResult): CallbackAnswer => ('status' in result ? readCallbackAnswer(result) : { says: 'nothing' })

type Done = {
  services: Services
  store: Due['store']
  callback: Callback
  report: OrderReport
  result: CallbackResult
  answer: CallbackAnswer
}

/** Records the attempt and applies the shop's answer, atomically. */
async function recordAnswer(scope: Scope, { services, store, callback, report, result, answer }: Done): Promise<void> {
  const now = services.now()
  const name = reportName(report)
  // The order follows its shop's clock; the attempt is scheduled by wall clock. Read after the call, which can take long.
  const inShop = await services.shopTimes.servicesOf(services, scope)
  const answering = { services: inShop, callback, answer, now: inShop.now() }
  const changed = await services.database.write(scope, async (db) => {
    const effect = callback.kind === 'confirmation' && asksConfirmation(report) ? await answerOrder(db, scope, answering) : null
    recordAttempt(db, scope, { callback, report: name, result, now })
    const taken = effect !== null || isTaken(callback, result, answer)
    if (taken) acknowledge(db, scope, callback.operationId, name)
    else recordFailure(db, scope, callback, { report: name, now })
    store(db, taken ? 'sent' : { failed: failureOf(result) })
    if (effect)
      await record(db, {
        ...effect,
        accountId: callback.accountId,
        merchantId: scope.merchantId,
        mode: scope.mode,
        keyId: result.keyId ?? undefined,
      })
    return effect !== null
  })
  if (changed) services.changes.publish(shopTopic(scope))
}

const failureOf = (result: CallbackResult): string => ('status' in result ? `status ${result.status}` : result.failure)

/**
 * Whether an answer acknowledges the state: one that asks for no confirmation is acknowledged by `ok`, a till's by any 2xx; a `ko` to one of them is a request that cannot be
 * met, and is retried.
 */
function isTaken({ kind }: Callback, result: CallbackResult, answer: CallbackAnswer): boolean {
  if (kind === 'ipn') return 'status' in result && result.status >= 200 && result.status <= 299
  return answer.says === 'ok'
}

type Answering = { services: Services; callback: Callback; answer: CallbackAnswer; now: Date }

/** Confirms or rejects the order as its shop answered, and returns the audit entry; null when the answer said neither. */
async function answerOrder(db: Connection, scope: Scope, { services, callback, answer, now }: Answering) {
  const { operationId } = callback
  if (answer.says !== 'ok' && answer.says !== 'ko') return null
  const common = { userId: null, role: 'admin', ip: null, entity: 'operation', entityId: operationId, requestId: newId(now) }
  const done =
    answer.says === 'ok'
      ? await confirmByShop(db, scope, { operationId, orderId: answer.orderId, services, now })
      : await rejectByShop(db, scope, { operationId, reason: answer.reason, services, now })
  return {
    ...common,
    call: answer.says === 'ok' ? 'operationConfirm' : 'operationCancel',
    // Too late: the order has ended meanwhile, and the shop is sent that next.
    outcome: done ? 'done' : answer.says === 'ok' ? 'ConfirmNotAllowed' : 'CancelNotAllowed',
    ...(done && { after: answer.says === 'ok' ? { confirmedAt: now.toISOString() } : { substatus: 'stopped_merchant' } }),
  }
}

type Exhausted = { callback: Callback; store: Due['store']; report: OrderReport; now: Date }

/** Gives up after a day without an answer and notifies the shop's team instead; nobody in sandbox, where it is the team's own test. */
function stopRetrying(db: Connection, scope: Scope, { callback, store, report, now }: Exhausted): void {
  abandon(db, scope, callback.operationId, { report: reportName(report), now })
  if (scope.mode === 'live')
    notify(db, {
      about: { merchantId: scope.merchantId },
      type: 'callback_failed',
      level: 'warning',
      values: [{ key: 'order', value: callback.mid ?? shortId(callback.operationId) }],
      actionUrl: `/merchants/${hexOf(scope.merchantId)}/operations/${hexOf(callback.operationId)}`,
      roles: ['owner', 'admin', 'editor'],
      now,
    })
  store(db, { dead: gaveUp })
}
