import type pg from 'pg'
import { normaliseText } from '#domain/sales/operations/search'
import { idOf } from '../accounts.ts'
import { bigShopName } from '../personas.ts'

const DAY = 86_400_000

/** A demo audience; days before now. */
type Plan = {
  name: string
  type: 'email' | 'phone' | 'document'
  basis: 'consent' | 'legitimate_interest' | 'contract'
  note: string
  /** The list's query; null: from a file. */
  filters: object | null
  madeDaysAgo: number
  /** For an audience whose members were deleted: how many there were, and when they were deleted. */
  erased?: { size: number; daysAgo: number }
}

const plans: readonly Plan[] = [
  {
    name: 'Compras de más de 300 €',
    type: 'email',
    basis: 'legitimate_interest',
    note: 'Clientes con compras parecidas en los últimos meses',
    filters: { minAmount: 30_000, status: 'accepted' },
    madeDaysAgo: 34,
  },
  {
    name: 'Clientes de la tienda',
    type: 'phone',
    basis: 'consent',
    note: 'Casilla de la ficha de cliente',
    filters: { channel: 'in_store', status: 'accepted' },
    madeDaysAgo: 12,
  },
  {
    name: 'Boletín de primavera',
    type: 'email',
    basis: 'consent',
    note: 'Alta en la web, versión 2',
    filters: null,
    madeDaysAgo: 230,
    erased: { size: 812, daysAgo: 41 },
  },
]

/** The demo campaign that is limited to the first audience: it has not started. */
const limited = 'rebajas'

/**
 * Gives the big shop its audiences. Members are hashed with the installation's secret, which is not known here: those from operations are marked
 * to be filled, and the server does so when it starts. After the rows, on the owner's connection.
 */
export async function fillAudiences(client: pg.Client, now: Date): Promise<void> {
  for (const plan of plans) await addAudience(client, plan, now)
  await client.query(
    `update campaigns c set audience_id = $1 from merchants m where m.id = c.merchant_id and m.name = $2 and c.mode = 'live' and c.slug = $3`,
    [audienceId(plans[0]?.name ?? ''), bigShopName, limited],
  )
}

const audienceId = (name: string) => idOf(`audience/${bigShopName}/${name}`)

async function addAudience(client: pg.Client, plan: Plan, now: Date): Promise<void> {
  const { name, type, basis, note, filters, madeDaysAgo, erased } = plan
  const createdAt = new Date(now.getTime() - madeDaysAgo * DAY)
  const erasedAt = erased ? new Date(now.getTime() - erased.daysAgo * DAY) : null
  await client.query(
    `insert into audiences (merchant_id, mode, id, name, name_key, source, identifier_type, basis, basis_note, filters, file_rows, file_duplicates, file_invalid,
       status, key_mark, created_at, created_by, filled_at, erased_at, erased_by, erased_size)
     select m.id, 'live', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, '\\x00', $13, u.id, $13, $14::timestamptz, case when $14::timestamptz is null then null else u.id end, $15
     from merchants m join members u on u.account_id = m.account_id and u.email = 'owner.empresa@demo.test' where m.name = $16`,
    [
      audienceId(name),
      name,
      normaliseText(name),
      filters === null ? 'csv' : 'operations_filter',
      type,
      basis,
      note,
      filters === null ? null : JSON.stringify(filters),
      filters === null ? 840 : null,
      filters === null ? 21 : null,
      filters === null ? 7 : null,
      erased ? 'erased' : 'processing',
      createdAt,
      erasedAt,
      erased?.size ?? null,
      bigShopName,
    ],
  )
  if (erased) return
  await client.query(
    `insert into audience_queue (merchant_id, mode, audience_id, due_at) select m.id, 'live', $1, $2 from merchants m where m.name = $3`,
    [audienceId(name), now, bigShopName],
  )
}
