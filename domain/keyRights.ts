import { holdsRight } from './accessRequest.ts'
import type { CallName } from './roles.ts'
import { refundLimitOf, type Access } from './team.ts'
import type { WithheldRight } from './teamRights.ts'

/** What a private key can be made without, named as the rights of people. Reading orders is part of every private key. */
export const keyRights = ['sell', 'refund', 'capture', 'campaigns', 'settlements'] as const satisfies readonly WithheldRight[]
export type KeyRight = (typeof keyRights)[number]

/** What a key may do and the most that it gives back, in cents; null: no limit. */
export type KeyGrant = { rights: readonly KeyRight[]; refundLimitCents: number | null; refundDayLimitCents: number | null }

/** A key that does everything, without limits. */
export const wholeGrant: KeyGrant = { rights: keyRights, refundLimitCents: null, refundDayLimitCents: null }

/** Limits mean nothing on a key that gives nothing back; rights are listed once and in one order. */
export const tidiedGrant = ({ rights, ...limits }: KeyGrant): KeyGrant => ({
  rights: keyRights.filter((right) => rights.includes(right)),
  ...(rights.includes('refund') ? limits : { refundLimitCents: null, refundDayLimitCents: null }),
})

/** Why somebody may not make a live key or webhook: they lack one of its rights, have limits of their own, or their access ends. */
export type GrantProblem = 'keyRights' | 'keyLimits' | 'keyTemporary'

/**
 * Why somebody may not hand these rights to a program; null when they may. A key outlives the access of whoever made it and knows none of their
 * limits, so they hold every right of it, give money back without limits if it does, and have access without an end. Owners always may.
 */
export function handOutProblem(
  maker: Pick<Access, 'role' | 'withheld' | 'refundLimitCents' | 'refundDayLimitCents'> & { temporary: boolean },
  rights: readonly WithheldRight[],
): GrantProblem | null {
  if (maker.role === 'owner') return null
  if (rights.some((right) => !holdsRight(maker, right))) return 'keyRights'
  const limited = refundLimitOf(maker) !== null || maker.refundDayLimitCents !== null
  if (rights.includes('refund') && limited) return 'keyLimits'
  return maker.temporary ? 'keyTemporary' : null
}

/**
 * Who may make each call of the shops' API: `publicKey` stands for the shop's pages and its server, `privateKey` for its server, a right for a
 * private key that holds it. Default deny: a call without a row does not compile (`contract/shopsApi.ts`). Names are those of the verbs; one that
 * the panel has too means the same there.
 */
export const shopPermissions = {
  keyViewPublic: 'privateKey',
  checkoutCreate: 'sell',
  checkoutOfflineCreate: 'sell',
  checkoutStatus: 'privateKey',
  operationList: 'privateKey',
  operationView: 'privateKey',
  operationRefundable: 'privateKey',
  operationRefund: 'refund',
  operationCaptures: 'privateKey',
  operationCapture: 'capture',
  captureRefundable: 'privateKey',
  captureRefund: 'refund',
  operationVoids: 'privateKey',
  operationVoid: 'refund',
  operationCancel: 'refund',
  operationUpdateCart: 'sell',
  operationReplaceCart: 'sell',
  merchantView: 'privateKey',
  merchantList: 'privateKey',
  campaignList: 'privateKey',
  campaignCreate: 'campaigns',
  campaignView: 'privateKey',
  campaignReplace: 'campaigns',
  campaignUpdate: 'campaigns',
  campaignRemove: 'campaigns',
  campaignArticleList: 'privateKey',
  campaignArticleAdd: 'campaigns',
  campaignArticleRemove: 'campaigns',
  campaignArticleRemoveOne: 'campaigns',
  settlementList: 'settlements',
  settlementLines: 'settlements',
  settlementReconcile: 'settlements',
  checkoutAvailable: 'publicKey',
  planSimulate: 'publicKey',
} as const satisfies Record<string, 'privateKey' | 'publicKey' | KeyRight>

export type ShopCallName = keyof typeof shopPermissions

/** Which kind of key makes a call. */
export const shopPolicyOf = (name: ShopCallName): 'privateKey' | 'publicKey' =>
  shopPermissions[name] === 'publicKey' ? 'publicKey' : 'privateKey'

/** The right that a private key needs for a call; null: every private key may. */
export const keyRightOf = (name: ShopCallName): KeyRight | null => keyRights.find((right) => right === shopPermissions[name]) ?? null

/**
 * Calls of the panel that a private key makes as well, as an admin of its own shop and mode within its own rights and limits: by them the shops'
 * API does its work, so that there is no second rule of money.
 */
const keyVerbs = [
  'operationRefund',
  'operationCapture',
  'operationCancel',
  'merchantDetail',
  'merchantConfiguration',
  'campaignCreate',
  'campaignDetail',
  'campaignPublish',
  'campaignUpdate',
  'campaignDelete',
  'campaignArticleList',
  'campaignArticleAdd',
  'campaignArticleRemove',
  'widgetPlans',
  'settlementList',
  'settlementDetail',
  'settlementLines',
] as const satisfies readonly CallName[]

export type KeyVerb = (typeof keyVerbs)[number]
