import { createHash } from 'node:crypto'
import type pg from 'pg'
import { spanishIban } from '#domain/money/iban'
import { idOf } from '../accounts.ts'
import { demoPdf } from '../demoPdf.ts'
import { bigShopName } from '../personas.ts'

const DAY = 86_400_000

/** A past or pending change of bank account of a demo shop; days before now. */
type Change = {
  shop: string
  owner: string
  state: 'pending_review' | 'rejected'
  askedDaysAgo: number
  reason?: string
}

const changes: readonly Change[] = [
  { shop: 'Ferretería Peláez', owner: 'dostiendas@demo.test', state: 'pending_review', askedDaysAgo: 1 },
  {
    shop: 'Patines del Norte',
    owner: 'dostiendas@demo.test',
    state: 'rejected',
    askedDaysAgo: 40,
    reason: 'El certificado está a nombre de otra persona. Pide a tu banco uno a tu nombre.',
  },
]

/**
 * Gives the demo's shops their changes of bank account: the big one changed before its first sale, one waits for a review, one was rejected.
 * The first account of each company is its default. After the rows, on the owner's connection.
 */
export async function fillBankAccounts(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `update bank_accounts set is_default = true where id in (select distinct on (account_id) id from bank_accounts order by account_id, created_at, id)`,
  )
  await addEarlier(client)
  for (const change of changes) await addChange(client, change, now)
}

/** The previous account: both dates are before the first sale. */
async function addEarlier(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ created_at: Date }>('select created_at from merchants where name = $1', [bigShopName])
  if (!rows[0]) return
  const after = (days: number) => new Date((rows[0]?.created_at.getTime() ?? 0) + days * DAY)
  const former = idOf(`former/${bigShopName}`)
  const owner = 'owner.empresa@demo.test'
  const upload = await addCertificate(client, bigShopName, owner, after(10))
  await client.query(
    `insert into bank_accounts (id, account_id, merchant_id, iban, holder_name, state, created_at, ended_at)
     select $1, b.account_id, m.id, $2, b.holder_name, 'replaced', $3, $4 from merchants m join bank_accounts b on b.id = m.bank_account_id where m.name = $5`,
    [former, ibanFor(bigShopName), after(1), after(15), bigShopName],
  )
  await client.query(
    `update bank_accounts b set merchant_id = m.id, requested_by = u.id, upload_id = $1, previous_id = $2, created_at = $3, confirmed_at = $3, reviewed_at = $4,
       approved_at = $4, effective_from = $5
     from merchants m join members u on u.account_id = m.account_id where b.id = m.bank_account_id and m.name = $6 and u.email = $7`,
    [upload, former, after(10), after(12), after(15), bigShopName, owner],
  )
}

async function addChange(client: pg.Client, { shop, owner, state, askedDaysAgo, reason = '' }: Change, now: Date): Promise<void> {
  const askedAt = new Date(now.getTime() - askedDaysAgo * DAY)
  const upload = await addCertificate(client, shop, owner, askedAt)
  const [confirmedAt, reviewedAt] = [new Date(askedAt.getTime() + 60_000), state === 'rejected' ? new Date(askedAt.getTime() + DAY) : null]
  await client.query(
    `insert into bank_accounts (id, account_id, merchant_id, iban, holder_name, state, upload_id, previous_id, requested_by, created_at, confirmed_at, rejection_reason, ended_at)
     select $1, m.account_id, m.id, $2, b.holder_name, $3, $4, b.id, u.id, $5, $6, nullif($7, ''), $8
     from merchants m join bank_accounts b on b.id = m.bank_account_id join members u on u.account_id = m.account_id where m.name = $9 and u.email = $10`,
    [idOf(`change/${shop}`), ibanFor(shop), state, upload, askedAt, confirmedAt, reason, reviewedAt, shop, owner],
  )
}

/** An account number of a bank that does not exist. */
const ibanFor = (shop: string) =>
  spanishIban('9001', '0002', String(createHash('sha256').update(shop).digest().readUInt32BE()).padStart(10, '0'))

/** Stores a demo certificate. */
async function addCertificate(client: pg.Client, shop: string, owner: string, at: Date): Promise<string> {
  const bytes = demoPdf(['CERTIFICADO DE TITULARIDAD', `Cuenta de la tienda ${shop}`, 'Documento de la demostración, sin valor'])
  const id = idOf(`upload/${shop}`)
  await client.query(
    `insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
     select $1, u.account_id, u.id, 'iban_certificate', 'certificado-titularidad.pdf', 'application/pdf', $2, sha256($2), $3 from members u where u.email = $4`,
    [id, bytes, at, owner],
  )
  return id
}

const owner = 'rechazada@demo.test'

/** Adds a demo shop that the provider rejected, with its reason. After the rows. */
export async function fillRejectedShop(client: pg.Client, now: Date): Promise<void> {
  const [askedAt, decidedAt] = [new Date(now.getTime() - 6 * DAY), new Date(now.getTime() - 2 * DAY)]
  const id = idOf('shop/Quiosco Turia')
  await client.query(
    `insert into merchants (id, account_id, name, url, status, created_at)
     select $1, account_id, 'Quiosco Turia', 'https://quioscoturia.example', 'rejected', $2 from members where email = $3`,
    [id, askedAt, owner],
  )
  await client.query(
    `insert into shop_applications (merchant_id, account_id, business_activity, iban, monthly_cents, average_cents, submitted_at, decided_at, outcome, reason)
     select $1, account_id, '06', 'ES9121000418450200051332', 900000, 3500, $2, $3, 'rejected',
       'La mayor parte de lo que se vende es lotería y recargas, que no se pueden pagar a plazos.' from members where email = $4`,
    [id, askedAt, decidedAt, owner],
  )
}
