import type pg from 'pg'
import { handoverOfferMs } from '#domain/access/handover'
import { idOf } from './accounts.ts'

const [from, to] = ['owner.autonomo@demo.test', 'admin.autonomo@demo.test']

/** Gives the demo an ownership that is offered and waits for its answer. After the rows. */
export async function fillHandover(client: pg.Client, now: Date): Promise<void> {
  const offeredAt = new Date(now.getTime() - 20 * 3_600_000)
  await client.query(
    `insert into ownership_handovers (id, account_id, from_user, to_user, state, offered_at, expires_at)
     select $1, a.account_id, a.id, b.id, 'offered', $2, $3 from users a, users b where a.email = $4 and b.email = $5`,
    [idOf('handover'), offeredAt, new Date(offeredAt.getTime() + handoverOfferMs), from, to],
  )
}
