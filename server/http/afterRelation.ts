import { api } from '#contract/index'
import type { CallName } from '#domain/roles'

/**
 * What may still be done in a shop once its company's relation has ended: files of what there is, what takes something back, stops or erases, and asking
 * about money that came or did not.
 */
export const openAfterRelation: ReadonlySet<CallName> = new Set([
  'reportCreate',
  'reportDelete',
  'reportScheduleDelete',
  'webhookDelete',
  'keyRevoke',
  'keyLeaked',
  'mandateRevoke',
  'customerErase',
  'audienceErase',
  'settlementClaimOpen',
  'settlementClaimClose',
  'merchantAccountUpdate',
  'operationChangesSeen',
])
/** Begins something without being in a shop. */
const closedBesides: readonly CallName[] = ['merchantCreate']

/** Calls that nobody may make once their company's relation has ended (decision 0022): what begins or changes something. What there is can be seen and downloaded. */
export const closedAfterRelation: readonly CallName[] = [
  ...closedBesides,
  ...Object.values(api).flatMap(({ name, method, path }) =>
    method !== 'GET' && path.includes('{merchantId}') && !openAfterRelation.has(name) ? [name] : [],
  ),
]
