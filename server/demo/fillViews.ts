import type pg from 'pg'
import { normaliseText } from '#domain/sales/operations/search'
import { idOf } from './accounts.ts'
import { bigShopName } from './personas.ts'

type DemoView = { name: string; filters: Record<string, string>; own?: string; watched?: boolean }

/** What a shop of this size looks at every day; no role begins with one, so that the demo opens on the whole list. */
const views: readonly DemoView[] = [
  { name: 'Por capturar', filters: { status: 'in_process', substatus: 'pending_merchant' } },
  { name: 'Más de 300 € por cerrar', filters: { status: 'in_process', min_amount: '30000' }, watched: true },
  { name: 'Suspendidas', filters: { status: 'accepted', substatus: 'payment_suspended' } },
  { name: 'En tienda, de mayor a menor', filters: { channel: 'in_store', ordering: '-total_amount' }, own: 'editor.empresa@demo.test' },
]

/** Gives the demo's big shop saved views, shared and of one person. After the rows. */
export async function fillViews(client: pg.Client, now: Date): Promise<void> {
  for (const { name, filters, own, watched } of views) {
    const kept = Object.entries(filters).map(([key, value]) => ({ key, value }))
    await client.query(
      `insert into operation_views (merchant_id, mode, id, user_id, name, name_key, filters, watched_since, created_at, created_by)
       select m.id, 'live', $2, o.id, $3, $4, $5, $6, $7, coalesce(o.id, u.id) from merchants m join users u on u.email = 'owner.empresa@demo.test'
         left join users o on o.email = $8 where m.name = $1 and m.account_id = u.account_id`,
      [bigShopName, idOf(`view ${name}`), name, normaliseText(name), JSON.stringify(kept), watched ? now : null, now, own ?? null],
    )
  }
}
