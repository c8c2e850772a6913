import { createHash } from 'node:crypto'
import type pg from 'pg'
import { idOf } from './accounts.ts'
import { bigShopName } from './personas.ts'

const HOUR = 3_600_000

type Till = {
  name: string
  openedHoursAgo: number
  usedHoursAgo: number
  usedBy: string
  people: readonly string[]
  closedHoursAgo?: number
}

/** Tills of the big shop: one in use, one that wrong PINs have closed. Their devices are nobody's. */
const tills: readonly Till[] = [
  {
    name: 'Mostrador',
    openedHoursAgo: 40 * 24,
    usedHoursAgo: 2,
    usedBy: 'nuria.caja@casaribera.example',
    people: ['nuria.caja@casaribera.example', 'editor.empresa@demo.test', 'tomas.campana@casaribera.example'],
  },
  {
    name: 'Tableta de la terraza',
    openedHoursAgo: 60 * 24,
    usedHoursAgo: 5 * 24 + 3,
    usedBy: 'editor.empresa@demo.test',
    people: ['editor.empresa@demo.test'],
    closedHoursAgo: 5 * 24,
  },
]

/** Gives the demo's big shop its shared tills. After the people. */
export async function fillTills(client: pg.Client, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR)
  for (const { name, openedHoursAgo, usedHoursAgo, usedBy, people, closedHoursAgo } of tills) {
    const id = idOf(`till/${name}`)
    const closedAt = closedHoursAgo === undefined ? null : before(closedHoursAgo)
    await client.query(
      `insert into tills (id, account_id, merchant_id, name, opened_by, opened_at, code_expires_at, device_hash, entered_at, guesses, last_used_at, last_used_by, closed_at, closed_why)
       select $1, m.account_id, m.id, $2, o.id, $3, $3, $4, $3, case when $7::timestamptz is null then 0 else 5 end, $5, u.id, $7, case when $7::timestamptz is not null then 'pins' end
       from merchants m join users o on o.account_id = m.account_id and o.email = 'owner.empresa@demo.test' join users u on u.email = $6 where m.name = $8`,
      [id, name, before(openedHoursAgo), createHash('sha256').update(id).digest(), before(usedHoursAgo), usedBy, closedAt, bigShopName],
    )
    await client.query(
      `insert into till_pins (till_id, user_id, pin_hash, set_at) select $1, u.id, 'none', $2 from users u where u.email = any($3)`,
      [id, before(openedHoursAgo), people],
    )
  }
}
