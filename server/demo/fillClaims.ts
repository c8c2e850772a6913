import type pg from 'pg'
import { idOf } from './accounts.ts'
import { bigShopName } from './personas.ts'

const DAY = 86_400_000

/** What is claimed of the shop's paid settlements, by their place from the newest: one waits for the provider, one was answered. */
const claims = [
  {
    place: 4,
    by: 'editor.empresa',
    missing: 250,
    note: 'En el extracto del banco pone menos de lo que dice la liquidación.',
    answer: null,
  },
  {
    place: 9,
    by: 'admin.empresa',
    missing: 600,
    note: 'Han llegado 6 € de menos.',
    answer: 'Transferimos el importe completo. Tu banco descontó 6,00 € por recibirla: pídele que te lo devuelva.',
  },
] as const

/** Gives the demo's big shop two claims of settlements. After the rows. */
export async function fillClaims(client: pg.Client, now: Date): Promise<void> {
  for (const { place, by, missing, note, answer } of claims) {
    const openedAt = new Date(now.getTime() - 2 * DAY)
    const answeredAt = answer === null ? null : new Date(now.getTime() - DAY / 4)
    await client.query(
      `with settled as (
         select s.* from settlements s join merchants m on m.id = s.merchant_id join users u on u.account_id = m.account_id
         where m.name = $1 and u.email = 'owner.empresa@demo.test' and s.mode = 'live' and s.status = 'paid' and s.net_cents > $5 and s.paid_at < $6
         order by s.value_on desc offset $2 limit 1
       ), claimed as (
         insert into settlement_claims (merchant_id, mode, id, settlement_id, about, state, difference_cents, bank_cents, bank_on, note, evidence, opened_at, opened_by, answer, answered_at)
         select s.merchant_id, s.mode, $3, s.id, 'bank', case when $8::text is null then 'open' else 'answered' end, -$5::bigint, s.net_cents - $5, s.value_on, $7,
           jsonb_build_object('settlement', jsonb_build_object('lineCount', s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.vat_rounding_count, 'openingBalance', s.opening_cents,
             'netAmount', s.net_cents, 'closingBalance', s.closing_cents), 'linesNet', s.net_cents + s.closing_cents - s.opening_cents - s.reserve_held_cents - s.reserve_released_cents),
           $6, (select id from users where email = $4), $8, $9 from settled s returning *
       )
       insert into settlement_claim_queue (claim_id, merchant_id, opened_at) select id, merchant_id, opened_at from claimed where state = 'open'`,
      [bigShopName, place, idOf(`claim ${place}`), `${by}@demo.test`, missing, openedAt, note, answer, answeredAt],
    )
  }
}
