import type { Database } from '../database/database.ts'
import { mintScope, type Mode } from '../database/scope.ts'
import { sql } from '../database/sql.ts'

type Ended = { key_id: string; merchant_id: string; mode: Mode }

/** Throws away the kept copy of every private key that has ended; returns how many were looked at. */
export async function forgetKeys({ database, now }: { database: Database; now: () => Date }): Promise<number> {
  for (let looked = 0; ; looked += 1) {
    const ended = await database.read(null, (db) =>
      db.first<Ended>(sql`select d.key_id, d.merchant_id, d.mode from api_key_doors d
        where d.kind = 'private' and d.ends_at <= ${now()} and d.forgotten_at is null order by d.ends_at limit 1`),
    )
    if (!ended) return looked
    const { key_id: keyId, merchant_id: merchantId, mode } = ended
    await database.write(mintScope(merchantId, mode), async (db) => {
      db.send(sql`delete from sealed_keys s where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.key_id = ${keyId}`)
      await db.run(sql`update api_key_doors d set forgotten_at = ${now()} where d.key_id = ${keyId}`)
    })
  }
}
