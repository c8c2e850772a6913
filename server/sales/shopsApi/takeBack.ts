import { canVoid, remainingCaptureCents } from '#domain/sales/operations/lifecycle'
import { formatEuros, type Cents } from '#domain/platform/money'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { voidOperation } from '../operation/voidOperation.ts'
import type { Standing } from '../operation/standing.ts'

type Call = Pick<ShopVerbCall<'operationVoid'>, 'db' | 'scope' | 'now' | 'audit' | 'verb'>

/**
 * Takes an amount back before it is captured; all of it ends the operation (docs/domain.md#cancel-capture-void). `standing` is read under its lock. Refuses with
 * VoidNotAllowed. Returns the void's id.
 */
export async function takeBack({ db, scope, now, audit, verb }: Call, standing: Standing, amountCents: Cents): Promise<string> {
  const permission = canVoid(standing.facts, now)
  if (!permission.allowed) throw new Refusal('VoidNotAllowed')
  const remaining = remainingCaptureCents(standing.facts)
  if (amountCents > remaining) throw new Refusal('VoidNotAllowed', { why: 'amount', values: { remaining: formatEuros(remaining) } })
  const id = await voidOperation(db, scope, { standing, amountCents, by: { actor: 'merchant', userId: null }, now })
  const { voidedCents } = standing.facts
  audit({ entity: 'operation', entityId: standing.id, before: { voidedCents }, after: { voidedCents: voidedCents + amountCents } })
  if (amountCents === remaining) await verb('operationCancel', { params: { operationId: hexOf(standing.id) }, body: {} })
  return id
}
