import { asks, GIVE_UP_AFTER_MS, readCallbackAnswer, toldName, type CallbackAnswer, type Told } from '#domain/sales/shopsApi/callback'
import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { shopTopic } from '../../platform/events/changes.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { keptKeys } from '../../platform/keys/sealedKeys.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { confirmByShop, rejectByShop } from './answerOrder.ts'
import { abandon, acknowledge, countTry, noteAttempt, release } from './attempts.ts'
import { type Callback, isToTell, readCallback } from './readCallback.ts'
import { sendCallback, type Sent } from './sendCallback.ts'
import type { Due } from './callbackJob.ts'

/** What is to be done about an order: send its state, wait for its time, or nothing. */
type Plan = { do: 'send'; told: Told } | { do: 'wait'; until: Date } | { do: 'nothing' } | { do: 'give_up'; told: Told }

/** The present, by which a shop's server is asked again and given up, and the time in the shop, which test mode can be ahead of it. */
type Times = { now: Date; there: Date }

function planOf(callback: Callback, { now, there }: Times): Plan {
  const { telling, trying } = callback
  if (!telling || !isToTell(callback, callback.acknowledged)) return { do: 'nothing' }
  const { told, from } = telling
  if (from !== null && from > there) return { do: 'wait', until: new Date(now.getTime() + from.getTime() - there.getTime()) }
  const since = trying?.told === toldName(told) ? trying.since : now
  // A question is given up by the clock, which ends the order (T11).
  return !asks(told) && now.getTime() - since.getTime() >= GIVE_UP_AFTER_MS ? { do: 'give_up', told } : { do: 'send', told }
}

/**
 * Tells a shop how one of its orders stands and does what it answers. The call is made outside any transaction; whatever is told twice, because an answer
 * was lost, has its effect once: it is asked again under the order's lock whether it still waits for it.
 */
export async function tellShop(services: Services, due: Due): Promise<void> {
  const { database, config, now } = services
  const scope = mintScope(due.merchantId, due.mode)
  const callback = await database.read(scope, (db) => readCallback(db, scope, due.operationId))
  const inShop = await services.shopTimes.servicesOf(services, scope)
  const plan: Plan = callback ? planOf(callback, { now: now(), there: inShop.now() }) : { do: 'nothing' }
  if (!callback || plan.do === 'nothing' || plan.do === 'wait')
    return database.write(scope, (db) => release(db, due, plan.do === 'wait' ? plan.until : null))
  if (plan.do === 'give_up') return database.write(scope, (db) => giveUp(db, scope, { callback, due, told: plan.told, now: now() }))
  const keys = await database.read(scope, (db) =>
    keptKeys(db, scope, { first: callback.keyId, url: callback.url, secret: config.keySecret, now: now() }),
  )
  const sent = await sendCallback(services, callback, keys, due.mode)
  const done = { services, due, callback, told: plan.told, sent, answer: answerOf(sent) }
  try {
    await settle(scope, done)
  } catch (error) {
    // The card's provider did not let the answer have its effect now: the shop will be asked again.
    services.log('warn', 'callback_not_settled', {}, error)
    await settle(scope, { ...done, answer: { says: 'nothing' } })
  }
}

const answerOf = (sent: Sent): CallbackAnswer => ('status' in sent ? readCallbackAnswer(sent) : { says: 'nothing' })

type Done = { services: Services; due: Due; callback: Callback; told: Told; sent: Sent; answer: CallbackAnswer }

/** Writes what came of a try and does what the shop said, together or not at all. */
async function settle(scope: Scope, { services, due, callback, told, sent, answer }: Done): Promise<void> {
  const now = services.now()
  const name = toldName(told)
  // The order goes on by the time in its shop; the try is counted by the present. Read after the call, for it can have taken long.
  const inShop = await services.shopTimes.servicesOf(services, scope)
  const answering = { services: inShop, callback, answer, now: inShop.now() }
  const changed = await services.database.write(scope, async (db) => {
    const effect = callback.kind === 'confirmation' && asks(told) ? await answerOrder(db, scope, answering) : null
    noteAttempt(db, scope, { callback, told: name, sent, now })
    const taken = effect !== null || isTaken(callback, sent, answer)
    if (taken) acknowledge(db, scope, callback.operationId, name)
    await release(db, due, taken ? null : countTry(db, scope, callback, { told: name, now }))
    if (effect)
      await record(db, {
        ...effect,
        accountId: callback.accountId,
        merchantId: scope.merchantId,
        mode: scope.mode,
        keyId: sent.keyId ?? undefined,
      })
    return effect !== null
  })
  if (changed) services.changes.publish(shopTopic(scope))
}

/** A state that asks for nothing is taken by an `ok`, a till's by any 2xx; a `ko` to one of them is a wish that cannot be met, and is asked again. */
function isTaken({ kind }: Callback, sent: Sent, answer: CallbackAnswer): boolean {
  if (kind === 'ipn') return 'status' in sent && sent.status >= 200 && sent.status <= 299
  return answer.says === 'ok'
}

type Answering = { services: Services; callback: Callback; answer: CallbackAnswer; now: Date }

/** Confirms or stops the order as its shop says, and returns the line for the audit trail; null when nothing was said. */
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
    // Too late: it has ended meanwhile, and the shop hears of that next.
    outcome: done ? 'done' : answer.says === 'ok' ? 'ConfirmNotAllowed' : 'CancelNotAllowed',
    ...(done && { after: answer.says === 'ok' ? { confirmedAt: now.toISOString() } : { substatus: 'stopped_merchant' } }),
  }
}

type GivingUp = { callback: Callback; due: Due; told: Told; now: Date }

/** A day of silence is enough: the shop's people hear of it instead; nobody in sandbox, where it is their own trial. */
async function giveUp(db: Connection, scope: Scope, { callback, due, told, now }: GivingUp): Promise<void> {
  abandon(db, scope, callback.operationId, { told: toldName(told), now })
  if (scope.mode === 'live')
    notify(db, {
      about: { merchantId: scope.merchantId },
      type: 'callback_failed',
      level: 'warning',
      values: [{ key: 'order', value: callback.mid ?? callback.operationId.slice(0, 8) }],
      actionUrl: `/merchants/${hexOf(scope.merchantId)}/operations/${hexOf(callback.operationId)}`,
      roles: ['owner', 'admin', 'editor'],
      now,
    })
  await release(db, due, null)
}
