import { calls } from '#contract/index'
import type { Endpoint } from '#contract/platform/endpoint'
import type { Handler } from '../../platform/calls/call.ts'
import { settleKey } from '../../platform/calls/idempotency.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

/** The endpoint of a method and path. */
function endpointAt(method: string, path: string): Endpoint | undefined {
  const matches = (one: Endpoint) => new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  return calls.find((one) => one.method === method && matches(one))
}

/** The message of a stored refusal; a sealed answer has none. */
function messageIn(body: string | null): string | null {
  try {
    const { error } = JSON.parse(body ?? '{}') as { error?: { message?: unknown } }
    return typeof error?.message === 'string' ? error.message : null
  } catch {
    return null
  }
}

/**
 * The outcome of a write of the caller's: idempotency keys are stored by caller, so only they can ask. Asking closes the key of a write
 * that has not arrived, so that "nothing was done" stays true. Refuses with ObjectNotFoundException an address that belongs to no call.
 */
export const requestOutcome: Handler<'requestOutcome'> = async ({ db, caller, mode, params: { key }, body: { method, path } }) => {
  const endpoint = endpointAt(method, path)
  if (!endpoint) throw notFound(key)
  const shop = /^\/v2\/merchants\/([0-9a-f]{32})(?:\/|$)/.exec(path)?.[1]
  const merchantId = endpoint.path.includes('{merchantId}') ? (uuidOf(shop ?? '') ?? '') : ''
  const outcome = await settleKey(db, key, { userId: caller.userId, merchantId, mode, method, path })
  const action = text(`actions.${endpoint.name}`) || text('activity.action.other')
  if (outcome.state === 'running') return { action, state: 'running' as const, message: null }
  if (outcome.state === 'closed') return { action, state: 'absent' as const, message: null }
  return outcome.answer.status < 300
    ? { action, state: 'done' as const, message: null }
    : { action, state: 'refused' as const, message: messageIn(outcome.answer.body) }
}
