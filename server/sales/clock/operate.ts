import { formatDate } from '#domain/platform/dates'
import { audited, type ByProvider } from '../../platform/calls/providerChange.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { cents, formatEuros } from '#domain/platform/money'
import { shortId } from '#domain/platform/shortId'
import { notify, type NoticeValue } from '../../merchants/notices/notify.ts'
import { hasOpenDispute } from '../lifecycle/openDispute.ts'
import { CardChargeInFlight, collectNow, type Hold, holdOperation, liftHold, withdraw } from './suspendOperation.ts'

/** Usage of each `operate` command on the command line. */
export const operatorUsage: Readonly<Record<OperatorCommand['verb'], string>> = {
  withdraw: 'withdraw <operationId> [with-purchase]   the customer withdraws from the credit, or from the purchase too',
  hold: 'hold <operationId> fraud_hold|dispute|default   suspends collection',
  lift: 'lift <operationId>   resumes collection, immediately for what fell due meanwhile',
  collect: 'collect <operationId>   charges the card for an overdue instalment now, before its next retry',
}

/** Parses the command-line arguments of a command after the operation's id; null when they are invalid. */
export function parseOperatorCommand(verb: OperatorCommand['verb'], [further, ...more]: readonly string[]): OperatorCommand | null {
  if (more.length > 0) return null
  if (verb === 'lift' || verb === 'collect') return further === undefined ? { verb } : null
  if (verb === 'withdraw')
    return further === undefined || further === 'with-purchase' ? { verb, withPurchase: further !== undefined } : null
  return further === 'fraud_hold' || further === 'dispute' || further === 'default' ? { verb, hold: further } : null
}

/** What the provider's staff can do with an operation. */
export type OperatorCommand =
  | { verb: 'withdraw'; withPurchase: boolean }
  | { verb: 'hold'; hold: Hold }
  | { verb: 'lift' }
  | { verb: 'collect' }

/** Where an operation is: its shop and account, by the one table that knows every operation's shop and is read across shops. */
export type OperationPlace = { merchantId: string; mode: Mode; accountId: string; operationId: string }

/** The place of an operation by its id; undefined when there is none. */
export const findOperation = (db: Connection, operationId: string): Promise<OperationPlace | undefined> =>
  db.first<OperationPlace>(sql`select g.merchant_id as "merchantId", g.mode, m.account_id as "accountId", g.operation_id as "operationId"
    from operation_lookups g join merchants m on m.id = g.merchant_id where g.operation_id = ${operationId}`)

/** Carries out a command within a transaction that has no scope, and tells the shop. Refuses with ProviderActionNotAllowed when its state does not allow it. */
export async function operate(
  db: Connection,
  { accountId, merchantId, mode, operationId }: OperationPlace,
  command: OperatorCommand,
  { by, reason, now }: ByProvider & { reason?: string },
): Promise<void> {
  const after = { ...command, operationId: hexOf(operationId), ...(reason !== undefined && { note: reason }) }
  const entry = { accountId, merchantId, mode, call: `operator.${command.verb}`, entity: 'operation', entityId: operationId, after }
  const scope = mintScope(merchantId, mode)
  await audited(db, by, entry, () =>
    withScope(db, scope, async () => {
      await carryOut(db, scope, command, operationId, now)
      await notifyShop(db, scope, command, operationId, now)
    }),
  )
}

async function carryOut(db: Connection, scope: Scope, command: OperatorCommand, operationId: string, now: Date): Promise<void> {
  const refuse = (why: string, values = {}) => new Refusal('ProviderActionNotAllowed', { why, values })
  const whileCharging = (error: unknown) => {
    throw error instanceof CardChargeInFlight ? refuse('cardCharging') : error
  }
  switch (command.verb) {
    case 'withdraw': {
      const permission = await withdraw(db, scope, { operationId, withPurchase: command.withPurchase, now }).catch(whileCharging)
      if (permission.allowed) return
      if (permission.why === 'disputed') throw refuse('disputeOpen')
      throw permission.on ? refuse('withdrawalOver', { date: formatDate(permission.on) }) : refuse('withdrawalState')
    }
    case 'hold':
      if (!(await holdOperation(db, scope, { operationId, hold: command.hold, now }))) throw refuse('notInRepayment')
      return
    case 'lift':
      if (await hasOpenDispute(db, scope, operationId)) throw refuse('disputeOpen')
      if (!(await liftHold(db, scope, { operationId, now }))) throw refuse('notHeld')
      return
    case 'collect':
      if (!(await collectNow(db, scope, { operationId, now }).catch(whileCharging))) throw refuse('notOverdue')
  }
}

/** A notice in the panel; by e-mail too when the purchase is refunded, which costs the shop money. */
async function notifyShop(db: Connection, scope: Scope, command: OperatorCommand, operationId: string, now: Date): Promise<void> {
  // A charge that succeeds tells the shop by itself.
  if (command.verb === 'collect') return
  const { merchantId } = scope
  const row = await db.first<{ mid: string | null; total_cents: bigint }>(
    sql`select o.mid, o.total_cents from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}`,
  )
  if (!row) throw new Error(`operation ${operationId} not found`)
  const values: NoticeValue[] = [
    { key: 'order', value: row.mid ?? shortId(operationId) },
    { key: 'amount', value: formatEuros(cents(row.total_cents)) },
  ]
  const actionUrl = `/merchants/${hexOf(merchantId)}/operations/${hexOf(operationId)}${scope.mode === 'sandbox' ? '?sandbox=true' : ''}`
  const shared = { about: { merchantId }, actionUrl, roles: ['owner', 'admin', 'editor'], now } as const
  if (command.verb === 'lift') return notify(db, { ...shared, type: 'operation_resumed', level: 'info', values })
  const [type, explanation] =
    command.verb === 'hold'
      ? (['operation_held', `mail.held.${command.hold}`] as const)
      : (['operation_withdrawn', `mail.withdrawn.${command.withPurchase ? 'purchase' : 'credit'}`] as const)
  const byMail = command.verb === 'withdraw' && command.withPurchase
  notify(db, { ...shared, type, level: 'warning', values: [...values, { key: 'what', said: [{ of: explanation }] }], byMail })
}
