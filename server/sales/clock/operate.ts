import { formatDate } from '#domain/platform/dates'
import { record } from '../../platform/audit/record.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Hold, holdOperation, liftHold, withdraw } from './suspendOperation.ts'

/** Usage of each `operate` command on the command line. */
export const operatorUsage: Readonly<Record<OperatorCommand['verb'], string>> = {
  withdraw: 'withdraw <operationId> [with-purchase]   the customer withdraws from the credit, or from the purchase too',
  hold: 'hold <operationId> fraud_hold|dispute|default   suspends collection',
  lift: 'lift <operationId>   resumes collection, immediately for what fell due meanwhile',
}

/** Parses the command-line arguments of a command; null when they are invalid. */
export function parseOperatorCommand(
  verb: OperatorCommand['verb'],
  [operationId, further, ...more]: readonly string[],
): OperatorCommand | null {
  if (operationId === undefined || more.length > 0) return null
  if (verb === 'lift') return further === undefined ? { verb, operationId } : null
  if (verb === 'withdraw')
    return further === undefined || further === 'with-purchase' ? { verb, operationId, withPurchase: further !== undefined } : null
  return further === 'fraud_hold' || further === 'dispute' || further === 'default' ? { verb, operationId, hold: further } : null
}

/** What the provider's staff can do with an operation; `operationId` in its wire form. */
export type OperatorCommand =
  | { verb: 'withdraw'; operationId: string; withPurchase: boolean }
  | { verb: 'hold'; operationId: string; hold: Hold }
  | { verb: 'lift'; operationId: string }

type Place = { merchantId: string; mode: Mode; accountId: string; operationId: string }

/** Carries out an command and writes the audit entry; returns why not, as a message for the command line, when it is not possible. */
export async function operate(database: Database, command: OperatorCommand, now: Date): Promise<string | null> {
  const place = await findOperation(database, command.operationId)
  if (!place) return 'there is no such operation'
  const scope = mintScope(place.merchantId, place.mode)
  return database.write(scope, async (db) => {
    const problem = await carryOut(db, scope, command, place.operationId, now)
    await record(db, {
      accountId: place.accountId,
      merchantId: place.merchantId,
      mode: place.mode,
      userId: null,
      role: 'operator',
      ip: null,
      call: `operator.${command.verb}`,
      outcome: problem === null ? 'done' : 'refused',
      entity: 'operation',
      entityId: place.operationId,
      after: command,
    })
    return problem
  })
}

/** Uses the one table that knows every operation's shop and has no row-level security. */
async function findOperation(database: Database, hex: string): Promise<Place | null> {
  const operationId = uuidOf(hex)
  if (operationId === undefined) return null
  const row = await database.read(null, (db) =>
    db.first<{
      merchant_id: string
      mode: Mode
      account_id: string
    }>(sql`select g.merchant_id, g.mode, m.account_id from operation_trigrams g
      join merchants m on m.id = g.merchant_id where g.operation_id = ${operationId}`),
  )
  return row ? { merchantId: row.merchant_id, mode: row.mode, accountId: row.account_id, operationId } : null
}

async function carryOut(db: Connection, scope: Scope, command: OperatorCommand, operationId: string, now: Date): Promise<string | null> {
  switch (command.verb) {
    case 'withdraw': {
      const permission = await withdraw(db, scope, { operationId, withPurchase: command.withPurchase, now })
      return permission.allowed ? null : `not possible: ${permission.why}${permission.on ? `, ${formatDate(permission.on)}` : ''}`
    }
    case 'hold':
      return (await holdOperation(db, scope, { operationId, hold: command.hold, now }))
        ? null
        : 'only an operation in repayment can be held'
    case 'lift':
      return (await liftHold(db, scope, { operationId, now })) ? null : 'the operation is not held'
  }
}
