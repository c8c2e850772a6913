import type pg from 'pg'
import { idOf } from './accounts.ts'

const DAY = 86_400_000
const owner = 'rechazada@demo.test'

/** Gives the demo a shop that the provider did not approve, with its reason. After the rows. */
export async function fillRejectedShop(client: pg.Client, now: Date): Promise<void> {
  const [askedAt, decidedAt] = [new Date(now.getTime() - 6 * DAY), new Date(now.getTime() - 2 * DAY)]
  const id = idOf('shop/Quiosco Turia')
  await client.query(
    `insert into merchants (id, account_id, name, url, status, created_at)
     select $1, account_id, 'Quiosco Turia', 'https://quioscoturia.example', 'rejected', $2 from users where email = $3`,
    [id, askedAt, owner],
  )
  await client.query(
    `insert into shop_applications (merchant_id, account_id, business_activity, iban, monthly_cents, average_cents, submitted_at, decided_at, outcome, reason)
     select $1, account_id, '06', 'ES9121000418450200051332', 900000, 3500, $2, $3, 'rejected',
       'La mayor parte de lo que se vende es lotería y recargas, que no se pueden pagar a plazos.' from users where email = $4`,
    [id, askedAt, decidedAt, owner],
  )
}
