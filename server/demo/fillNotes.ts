import type pg from 'pg'
import { idOf } from './accounts.ts'
import { bigShopName } from './personas.ts'

/** Who wrote, whom they ask to look, and what: on the newest orders that wait for the shop. */
const notes = [
  { by: 'editor.empresa', asks: 'owner.empresa', text: 'La clienta pregunta si puede recogerlo el sábado. ¿Lo confirmas tú?' },
  { by: 'admin.empresa', asks: null, text: 'Avisado el almacén: sale el martes por la mañana.' },
  { by: 'owner.empresa', asks: 'editor.empresa', text: 'Llama antes de capturar: quería cambiar el color.' },
] as const

/** So long after the order came in. */
const AFTER_MS = 12 * 60_000

/** Gives the demo's big shop internal notes, two of them with a mention. After the rows. */
export async function fillNotes(client: pg.Client, now: Date): Promise<void> {
  const orders = await client.query<{ merchant_id: string; id: string; created_at: Date }>(
    `select o.merchant_id, o.id, o.created_at from operations o join merchants m on m.id = o.merchant_id join users u on u.account_id = m.account_id
     where m.name = $1 and u.email = 'owner.empresa@demo.test' and o.mode = 'live' and o.substatus = 'pending_merchant' order by o.created_at desc, o.id limit $2`,
    [bigShopName, notes.length],
  )
  for (const [nth, { by, asks, text }] of notes.entries()) {
    const order = orders.rows[nth]
    if (!order) continue
    const at = new Date(Math.min(now.getTime(), order.created_at.getTime() + AFTER_MS))
    const place = [order.merchant_id, idOf(`note ${nth}`), order.id]
    await client.query(
      `insert into operation_notes (merchant_id, mode, id, operation_id, text, created_at, created_by)
       select $1, 'live', $2, $3, $4, $5, u.id from users u where u.email = $6`,
      [...place, text, at, `${by}@demo.test`],
    )
    if (asks === null) continue
    await client.query(
      `insert into note_mentions (merchant_id, mode, id, note_id, operation_id, user_id, created_at)
       select $1, 'live', $4, $2, $3, u.id, $5 from users u where u.email = $6`,
      [...place, idOf(`mention ${nth}`), at, `${asks}@demo.test`],
    )
  }
}
