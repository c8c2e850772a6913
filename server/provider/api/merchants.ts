import { lockAccount } from '../../merchants/company/account.ts'
import { switchShop, type ShopSwitch } from '../../merchants/merchants/switchShop.ts'
import { requestShop } from '../../merchants/onboarding/merchantCreate.ts'
import { decideShop, type ShopVerdict } from '../../merchants/onboarding/review.ts'
import { issueFirstKey } from '../../merchants/preferences/changeKeys.ts'
import type { Actor } from '../../platform/calls/actor.ts'
import type { StaffChange } from '../../platform/calls/consoleHandler.ts'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { assertFreeId } from './accounts.ts'
import { readMerchantView } from './readAccounts.ts'

/** A shop of an account, pending until it is approved. Its application counts as submitted, whatever the account's people have entered. */
export const providerMerchantCreate: ProviderHandler<'providerMerchantCreate'> = async ({ db, params, body, now, audit }) => {
  const accountId = idFrom(params.accountId)
  const { externalId, ...shop } = body
  const known = await db.first(sql`select from accounts where id = ${accountId} and relation_ended_on is null`)
  if (!known) throw notFound(params.accountId)
  await assertFreeId(db, 'merchants', externalId)
  const id = await requestShop(db, await lockAccount(db, { accountId }), shop, { now, mustBeComplete: false })
  if (externalId !== undefined) await db.run(sql`update merchants set external_id = ${externalId} where id = ${id}`)
  audit({ entity: 'merchant', entityId: id, accountId, after: { status: 'pending', businessActivity: body.businessActivity } })
  return readMerchantView(db, hexOf(id), now)
}

export const providerMerchant: ProviderHandler<'providerMerchant'> = ({ db, params, now }) => readMerchantView(db, params.merchantId, now)

type Call = {
  db: Connection
  params: { merchantId: string }
  by: Actor
  now: Date
  audit: (change: StaffChange) => void
}

async function decide({ db, params, by, now, audit }: Call, verdict: ShopVerdict) {
  const id = idFrom(params.merchantId)
  await decideShop(db, id, verdict, { by, now })
  audit({ entity: 'merchant', entityId: id, after: { status: verdict.approved ? 'active' : 'rejected' } })
  return readMerchantView(db, params.merchantId, now)
}

export const providerMerchantApprove: ProviderHandler<'providerMerchantApprove'> = (call) => decide(call, { approved: true })

export const providerMerchantReject: ProviderHandler<'providerMerchantReject'> = (call) =>
  decide(call, { approved: false, reason: call.body.reason })

async function turn({ db, params, by, now, audit }: Call, order: ShopSwitch) {
  const { id: merchantId, accountId } = await placeOf(db, params.merchantId)
  await switchShop(db, { accountId, merchantId }, order, { by, now })
  audit({ entity: 'merchant', entityId: merchantId, after: { status: order.suspended ? 'suspended' : 'active' } })
  return readMerchantView(db, params.merchantId, now)
}

export const providerMerchantSuspend: ProviderHandler<'providerMerchantSuspend'> = (call) =>
  turn(call, { suspended: true, reason: call.body.reason })

export const providerMerchantResume: ProviderHandler<'providerMerchantResume'> = (call) => turn(call, { suspended: false })

async function placeOf(db: Connection, hex: string): Promise<{ id: string; accountId: string }> {
  const id = idFrom(hex)
  const row = await db.first<{ account_id: string }>(sql`select m.account_id from merchants m where m.id = ${id}`)
  if (!row) throw notFound(hex)
  return { id, accountId: row.account_id }
}

/** Hands out the first private key of a shop. Refuses with ProviderActionNotAllowed a shop that has one. */
export const providerMerchantKeyIssue: ProviderHandler<'providerMerchantKeyIssue'> = async ({ db, params, body, services, now, audit }) => {
  const { id: merchantId, accountId } = await placeOf(db, params.merchantId)
  const scope = mintScope(merchantId, body.mode)
  const issued = await withScope(db, scope, () => issueFirstKey(db, scope, { secrets: services.config.keySecrets, now }))
  if (!issued) throw new Refusal('ProviderActionNotAllowed', { why: 'hasKey' })
  const after = { kind: 'private', lastFour: issued.token.slice(-4) }
  audit({ entity: 'api_key', entityId: issued.id, accountId, merchantId, mode: body.mode, after })
  return { id: hexOf(issued.id), key: issued.token, mode: body.mode }
}
