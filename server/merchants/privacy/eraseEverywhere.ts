import { randomUUID } from 'node:crypto'
import { identifierTypes, type IdentifierType } from '#domain/sales/campaigns/audience'
import { normaliseIdentifier } from '#domain/sales/campaigns/audienceIdentifier'
import type { ErasureGround } from '#domain/merchants/retention'
import type { Database } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { operationsBy, type CustomerOperation } from './customerOperations.ts'
import { eraseCustomer, recordErasure } from './eraseCustomer.ts'
import type { Secrets } from '../../platform/config/secrets.ts'

const modes: readonly Mode[] = ['live', 'sandbox']

/** Operations of one customer in one shop and mode. */
type Found = { scope: Scope; shop: string; operations: CustomerOperation[] }
type Services = { database: Database; config: { sessionSecrets: Secrets }; now: () => Date }

/** The type of an identifier and its normalised value; null when it is none. */
export function identifierIn(words: string): { type: IdentifierType; value: string } | null {
  for (const type of identifierTypes) {
    const value = normaliseIdentifier(type, words)
    if (value !== null) return { type, value }
  }
  return null
}

/** Where a customer is known, across all shops of all accounts: only for the provider. */
export async function findCustomer({ database }: Services, type: IdentifierType, value: string): Promise<Found[]> {
  const shops = await database.read(null, (db) =>
    db.rows<{ id: string; name: string }>(sql`select id, name from merchants order by name, id`),
  )
  const matches: Found[] = []
  for (const { id, name } of shops)
    for (const mode of modes) {
      const scope = mintScope(id, mode)
      const operations = await database.read(scope, (db) => operationsBy(db, scope, type, value))
      if (operations.length > 0) matches.push({ scope, shop: name, operations })
    }
  return matches
}

/** Erases a customer from what was found, each shop in a transaction with its audit entry. Returns how many are done and how many wait. */
export async function eraseFound(
  { database, config, now }: Services,
  matches: readonly Found[],
  ground: ErasureGround,
): Promise<{ done: number; waiting: number }> {
  const sum = { done: 0, waiting: 0 }
  for (const { scope, operations } of matches) {
    const { done, waiting } = await database.write(scope, async (db) => {
      const ids = operations.map(({ id }) => id)
      const outcome = await eraseCustomer(db, scope, ids, { ground, userId: null, now: now(), secrets: config.sessionSecrets })
      await recordErasure(db, scope, {
        call: 'operator.erase-customer',
        role: 'operator',
        entity: 'merchant',
        entityId: scope.merchantId,
        after: { ground, erased: outcome.done, waiting: outcome.waiting },
        requestId: randomUUID(),
      })
      return outcome
    })
    sum.done += done
    sum.waiting += waiting
  }
  return sum
}
