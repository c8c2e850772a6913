import { ConfigProblem } from '../../platform/database/configProblem.ts'
import type { Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { belongsNowhere } from '../../platform/calls/membership.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { completeErasures, recordErasure } from './eraseCustomer.ts'
import { erasePerson } from './erasePerson.ts'
import { readRegister, registerFile, requireErasuresDir, type RegisterLine, type RegisterSettings } from './erasureRegister.ts'
import { deleteMembers } from './deleteMembers.ts'
import type { Secrets } from '../../platform/config/secrets.ts'

type Services = { database: Database; config: RegisterSettings & { sessionSecrets: Secrets }; now: () => Date }

/**
 * Repeats erasures that the register contains and this restored database does not: at every start, before any request is served. Can be
 * repeated after a crash. Returns how many lines were new. Refuses with a ConfigProblem a register that is missing or unreadable.
 */
export async function reapplyErasures(services: Services): Promise<number> {
  const { erasuresDir } = services.config
  if (erasuresDir === null) return 0
  requireErasuresDir(services.config)
  const lines = readRegister(erasuresDir)
  if (lines === null) {
    await assertNeverWritten(services, registerFile(erasuresDir))
    return 0
  }
  const known = await services.database.read(null, (db) =>
    db.rows<{ id: string }>(sql`select e.id from erasures e where e.id = any(${lines.map(({ id }) => id)}::uuid[])`),
  )
  const knownIds = new Set(known.map(({ id }) => id))
  const lost = lines.filter(({ id }) => !knownIds.has(id))
  for (const line of lost) await (line.kind === 'customer' ? eraseCustomerAgain(services, line) : erasePersonAgain(services, line))
  return lost.length
}

/** A register that was written before and is missing means an empty disk or another folder: erased data would return unnoticed. */
async function assertNeverWritten({ database }: Services, file: string): Promise<void> {
  const written = await database.read(null, (db) =>
    db.first(sql`select from erasures e where not exists (select from erasure_copies c where c.erasure_id = e.id) limit 1`),
  )
  if (written) throw new ConfigProblem(`The register ${file} is missing, and was written before: restore it (docs/runbook.md).`)
}

const insertErasure = (line: RegisterLine): Sql => {
  const { merchantId, mode, members = [] } = line.kind === 'customer' ? line : { merchantId: null, mode: null }
  return sql`insert into erasures (id, kind, account_id, merchant_id, mode, object_id, ground, at, members)
    values (${line.id}, ${line.kind}, ${line.accountId}, ${merchantId}::uuid, ${mode}::mode, ${line.objectId}, ${line.ground}, ${line.at}, ${members}) on conflict do nothing`
}

/** For an operation that is not in the restored database the request is stored, and audiences forget the customer already. */
function eraseCustomerAgain({ database, config, now }: Services, line: RegisterLine & { kind: 'customer' }): Promise<void> {
  const scope = mintScope(line.merchantId, line.mode)
  return database.write(scope, async (db) => {
    db.send(insertErasure(line))
    const inserted = await db.run(sql`insert into customer_erasures (merchant_id, mode, operation_id, ground, asked_at)
      select o.merchant_id, o.mode, o.id, ${line.ground}, ${line.at} from operations o
      where ${inScope(scope, 'o')} and o.id = ${line.objectId} on conflict do nothing`)
    const done =
      inserted === 0 ? [] : await completeErasures(db, scope, { operationIds: [line.objectId], now: now(), secrets: config.sessionSecrets })
    await deleteMembers(
      db,
      scope,
      (line.members ?? []).map((member) => Buffer.from(member, 'hex')),
    )
    if (inserted === 0) return
    const after = { ground: line.ground, erased: done.length, waiting: 1 - done.length }
    await recordErasure(db, scope, {
      call: 'operator.erase-again',
      role: 'operator',
      entity: 'operation',
      entityId: line.objectId,
      after,
      requestId: line.id,
    })
  })
}

/** A member in the restored database has left since. Stored last: a crash before it repeats the erasure. */
async function erasePersonAgain({ database, now }: Services, line: RegisterLine): Promise<void> {
  const [accountId, userId] = [line.accountId, line.objectId]
  await database.write(null, async (db) => {
    await db.run(sql`update memberships m set removed_at = coalesce(m.removed_at, ${line.at}), disabled_at = coalesce(m.disabled_at, ${line.at})
      where m.account_id = ${accountId} and m.user_id = ${userId} and m.erased_at is null`)
    await db.run(sql`update users u set closed_at = ${line.at} where u.id = ${userId} and u.closed_at is null and ${belongsNowhere}`)
  })
  await erasePerson(database, { accountId, userId }, { by: line.ground, requestId: line.id, now: now(), inRegister: true })
  await database.write(null, (db) => db.run(insertErasure(line)))
}
