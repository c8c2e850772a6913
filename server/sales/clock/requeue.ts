import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Work } from '../../platform/jobs/jobs.ts'

const restMs = 3_600_000

/** Lets what failed to the end wait for an hour, then it is tried anew: no deadline is ever lost, and each failure is in the log. */
export async function requeue(services: Services, { merchantId, mode, kind, objectIds }: Work['deadline']): Promise<void> {
  await services.database.write(null, (db) =>
    db.run(sql`insert into deadlines (merchant_id, mode, object_id, kind, due_at)
      select ${merchantId}, ${mode}, o.id, ${kind}, ${new Date(services.now().getTime() + restMs)} from unnest(${objectIds}::uuid[]) o (id)
      on conflict (merchant_id, mode, object_id, kind) do nothing`),
  )
}
