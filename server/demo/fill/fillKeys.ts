import { createHmac, hash } from 'node:crypto'
import type pg from 'pg'
import { keyFrom, type KeyKind, type KeyMode } from '#domain/merchants/apiKey'
import { widgetDefaults, type WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { idOf } from '../accounts.ts'
import { bigShopName } from '../personas.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

type Shop = { id: string; name: string; created_at: Date; maker: string | null }
type Key = {
  shop: Shop
  mode: KeyMode
  kind: KeyKind
  name: string
  createdAt: Date
  endsAt?: Date
  lastUsed?: { at: Date; from: string; client: string | null; plugin?: string }
}

const sha256 = (text: string) => hash('sha256', text, 'buffer')
const bytesFrom = (keySecret: string, what: string) => createHmac('sha512', keySecret).update(`demo key: ${what}`).digest()

/** The public key of a demo shop: derived from the installation's secret, so the same on every call. */
export const demoPublicKey = (keySecret: string, shopName: string, mode: KeyMode): string =>
  keyFrom('public', mode, bytesFrom(keySecret, `public key of ${shopName} in ${mode}`))

/** The private key of the example shop: for test mode only, where nobody pays, and secret without the installation's secret. */
export const demoPrivateKey = (keySecret: string): string =>
  keyFrom('private', 'sandbox', bytesFrom(keySecret, `private key of ${bigShopName} in sandbox`))

/** The stored identification of a demo key. */
const nameOf = (shopName: string, mode: KeyMode, name: string) => `key/${shopName}/${mode}/${name}`

/**
 * Updates the example's keys of an existing demo: those of an earlier release could be computed by anybody, and the secret may have
 * changed since. On the owner's connection.
 */
export async function renewExampleKeys(client: pg.Client, keySecret: string): Promise<void> {
  for (const [name, token] of [
    ['public', demoPublicKey(keySecret, bigShopName, 'sandbox')],
    ['private', demoPrivateKey(keySecret)],
  ] as const) {
    const id = idOf(nameOf(bigShopName, 'sandbox', name))
    const { rowCount } = await client.query('update api_key_lookups set key_hash = $2 where key_id = $1 and key_hash <> $2', [
      id,
      sha256(token),
    ])
    if (rowCount === 1)
      await client.query('update api_keys set last_four = $2, public_key = case when public_key is not null then $3 end where id = $1', [
        id,
        token.slice(-4),
        token,
      ])
  }
}

/**
 * Gives the demo's shops their keys, and the big one a roll in progress and a customised widget. Only the example's private key is
 * usable: the others have stored values that are no hash of any key. After the rows, on the owner's connection.
 */
export async function fillKeys(client: pg.Client, now: Date, keySecret: string): Promise<void> {
  const { rows: shops } =
    await client.query<Shop>(`select m.id, m.name, m.created_at, (select u.id from members u where u.account_id = m.account_id
      and u.role in ('owner', 'admin') order by u.role, u.email limit 1) as maker from merchants m where m.status = 'active' order by m.id`)
  for (const shop of shops) {
    for (const mode of ['live', 'sandbox'] as const) for (const key of keysOf(shop, mode, now)) await addKey(client, key, keySecret)
    if (shop.name === bigShopName) await addWidgets(client, shop, now)
  }
}

function keysOf(shop: Shop, mode: KeyMode, now: Date): Key[] {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const first = new Date(shop.created_at.getTime() + DAY)
  const isBig = shop.name === bigShopName
  const plugin = { from: '81.45.x.x', client: 'PrestaShop 8.1', plugin: 'prestashop 8.3.1' }
  const present: Key[] = [
    {
      shop,
      mode,
      kind: 'public',
      name: 'public',
      createdAt: first,
      ...(isBig && { lastUsed: { at: ago(2 * MINUTE), from: 'casaribera.example', client: null } }),
    },
    { shop, mode, kind: 'private', name: 'private', createdAt: first, ...(isBig && { lastUsed: { ...plugin, at: ago(3 * MINUTE) } }) },
  ]
  if (!isBig || mode !== 'live') return present
  const renewedAt = ago(4 * 60 * MINUTE)
  return present.flatMap((key) =>
    key.kind === 'public'
      ? [key]
      : [
          { ...key, endsAt: new Date(renewedAt.getTime() + DAY) },
          { shop, mode, kind: key.kind, name: 'renewed', createdAt: renewedAt },
        ],
  )
}

async function addKey(client: pg.Client, { shop, mode, kind, name, createdAt, endsAt, lastUsed }: Key, keySecret: string): Promise<void> {
  const keyName = nameOf(shop.name, mode, name)
  const publicKey = kind === 'public' ? demoPublicKey(keySecret, shop.name, mode) : null
  const token = publicKey ?? (shop.name === bigShopName && mode === 'sandbox' ? demoPrivateKey(keySecret) : null)
  const id = idOf(keyName)
  const lastFour = (token ?? keyFrom('public', mode, bytesFrom(keySecret, keyName))).slice(-4)
  await client.query(
    `insert into api_keys (merchant_id, mode, id, kind, public_key, last_four, created_at, created_by, last_used_at, last_used_from, last_used_client, last_used_plugin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      shop.id,
      mode,
      id,
      kind,
      publicKey,
      lastFour,
      createdAt,
      shop.maker,
      lastUsed?.at ?? null,
      lastUsed?.from ?? null,
      lastUsed?.client ?? null,
      lastUsed?.plugin ?? null,
    ],
  )
  await client.query('insert into api_key_lookups (key_hash, merchant_id, mode, key_id, kind, ends_at) values ($1, $2, $3, $4, $5, $6)', [
    sha256(token ?? keyName),
    shop.id,
    mode,
    id,
    kind,
    endsAt ?? null,
  ])
}

/** Two published versions of the big shop's product page widget, and an unpublished draft. */
async function addWidgets(client: pg.Client, shop: Shop, now: Date): Promise<void> {
  const first: WidgetPreferences = { ...widgetDefaults.product, type: 'button', titleZeroInterest: 'Ahora sin intereses' }
  const second: WidgetPreferences = { ...first, btnBgColor: '#1F4B3F', titleDefault: 'Llévatelo hoy, págalo poco a poco' }
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  for (const [at, preferences] of [first, second].entries())
    await client.query(
      `insert into widget_versions (merchant_id, mode, view, number, preferences, published_at, published_by) values ($1, 'live', 'product', $2, $3, $4, $5)`,
      [shop.id, at + 1, JSON.stringify(preferences), ago(60 - at * 40), shop.maker],
    )
  await client.query(
    `insert into widget_drafts (merchant_id, mode, view, preferences, revision, changed_at, changed_by) values ($1, 'live', 'product', $2, 5, $3, $4)`,
    [shop.id, JSON.stringify({ ...second, align: 'center' }), ago(1), shop.maker],
  )
}
