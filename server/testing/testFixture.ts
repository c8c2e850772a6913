import { argon2Sync, randomBytes } from 'node:crypto'
import type { Role } from '#domain/access/roles'
import { type PasswordCost, phcText, productCost } from '../platform/database/passwordCost.ts'
import { withOwner } from './withOwner.ts'

/** The lowest cost of a password hash: few tests are about it. */
export const cheapCost = { ...productCost, memory: 8, passes: 1 }

/** Password of every test persona; hashed at the lowest cost. */
export const testPassword = 'Una clave de prueba 7'

/** Ids of the fixture: two ordinary accounts, a disabled one and one whose only shop is pending. */
export const ids = {
  accountA: '01900000-0000-7000-8000-0000000000a0',
  accountB: '01900000-0000-7000-8000-0000000000b0',
  accountC: '01900000-0000-7000-8000-0000000000c0',
  accountD: '01900000-0000-7000-8000-0000000000d0',
  merchantA1: '01900000-0000-7000-8000-0000000000a1',
  merchantA2: '01900000-0000-7000-8000-0000000000a2',
  merchantB1: '01900000-0000-7000-8000-0000000000b1',
  merchantC1: '01900000-0000-7000-8000-0000000000c1',
  merchantD1: '01900000-0000-7000-8000-0000000000d1',
} as const

type PersonaRow = { id: string; account: string; email: string; role: Role; firstName: string; lastName: string; only?: string }
const person = (
  digits: string,
  account: string,
  email: string,
  role: Role,
  firstName: string,
  lastName: string,
  only?: string,
): PersonaRow => ({
  id: `01900000-0000-7000-8000-0000000001${digits}`,
  account,
  email,
  role,
  firstName,
  lastName,
  ...(only === undefined ? {} : { only }),
})

/** The personas that tests sign in as. `limitedA` is an editor of A who may enter A2 only; `disabledC` owns a disabled account; `pendingD` a pending shop. */
export const personas = {
  ownerA: person('a1', ids.accountA, 'owner@a.test', 'owner', 'Olga', 'Núñez'),
  adminA: person('a2', ids.accountA, 'admin@a.test', 'admin', 'Adán', 'Peña'),
  editorA: person('a3', ids.accountA, 'editor@a.test', 'editor', 'Edurne', 'Sáez'),
  guestA: person('a4', ids.accountA, 'guest@a.test', 'guest', 'Gil', 'Roca'),
  limitedA: person('a5', ids.accountA, 'limited@a.test', 'editor', 'Lía', 'Mora', ids.merchantA2),
  ownerB: person('b1', ids.accountB, 'owner@b.test', 'owner', 'Berta', 'Vidal'),
  disabledC: person('c1', ids.accountC, 'owner@c.test', 'owner', 'Carla', 'Gómez'),
  pendingD: person('d1', ids.accountD, 'owner@d.test', 'owner', 'Diego', 'Ríos'),
} as const
export type Persona = keyof typeof personas

/** A stored argon2id hash. */
export function testHash(password: string, cost: Partial<PasswordCost> = {}): string {
  const salt = randomBytes(16)
  const full = { ...cheapCost, ...cost }
  return phcText(full, salt, argon2Sync('argon2id', { ...full, message: password, nonce: salt }))
}

/** SQL that adds a person who belongs to an account. Parameters: id, account, e-mail, role, first name, last name, password hash or null. */
export const insertMember = `with person as (insert into users (id, email, first_name, last_name, password_hash, created_at)
    values ($1::uuid, $3, $5, $6, $7, timestamptz '2025-01-01') returning id)
  insert into memberships (account_id, user_id, role, created_at, joined_at) select $2::uuid, id, $4, timestamptz '2025-01-01', timestamptz '2025-01-01' from person`

/** Writes the fixture through the owner's connection. Products: all three, in both modes, 10,00 € to 3.000,00 €. */
export async function writeFixture(ownerUrl: string): Promise<void> {
  const merchants = [
    [ids.merchantA1, ids.accountA, 'Tienda Gran Vía', 'active'],
    [ids.merchantA2, ids.accountA, 'Tienda Triana', 'active'],
    [ids.merchantB1, ids.accountB, 'Ferretería Vidal', 'active'],
    [ids.merchantC1, ids.accountC, 'Bazar Gómez', 'active'],
    [ids.merchantD1, ids.accountD, 'Ríos Moda', 'pending'],
  ]
  const everyone = Object.values(personas)
  const hash = testHash(testPassword)
  await withOwner(ownerUrl, async (client) => {
    await client.query(
      `insert into accounts (id, type, disabled_at) values ($1, 'enterprise', null), ($2, 'self_employed', null), ($3, 'enterprise', now()), ($4, 'self_employed', null)`,
      [ids.accountA, ids.accountB, ids.accountC, ids.accountD],
    )
    await client.query(
      `insert into profiles (account_id, first_name, last_name) values ($1, 'Olga', 'Núñez'), ($2, 'Berta', 'Vidal'), ($3, 'Carla', 'Gómez'), ($4, 'Diego', 'Ríos')`,
      [ids.accountA, ids.accountB, ids.accountC, ids.accountD],
    )
    await client.query(
      `insert into enterprises (account_id, name, ownership_type) values ($1, 'Comercial Núñez S.L.', 'majority'), ($2, 'Bazar Gómez S.L.', 'full')`,
      [ids.accountA, ids.accountC],
    )
    await client.query(
      `insert into merchants (id, account_id, name, url, status, created_at) select id, account, name, 'https://' || right(id::text, 2) || '.test', status, timestamptz '2025-01-01' + n * interval '1 day'
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) with ordinality as m (id, account, name, status, n)`,
      [0, 1, 2, 3].map((column) => merchants.map((row) => row[column])),
    )
    await client.query('insert into privacy_sweeps (merchant_id, mode) select id, mode from merchants, unnest(enum_range(null::mode)) mode')
    await client.query(
      `with given as (select * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[]) as u (id, account, email, role, first_name, last_name)),
      people as (insert into users (id, email, password_hash, first_name, last_name, created_at) select id, email, $1, first_name, last_name, timestamptz '2025-01-01' from given)
      insert into memberships (account_id, user_id, role, created_at, joined_at) select account, id, role, timestamptz '2025-01-01', timestamptz '2025-01-01' from given`,
      [hash, ...(['id', 'account', 'email', 'role', 'firstName', 'lastName'] as const).map((field) => everyone.map((row) => row[field]))],
    )
    await client.query('insert into user_merchants (user_id, merchant_id) values ($1, $2)', [personas.limitedA.id, personas.limitedA.only])
    await client.query(`insert into merchant_terms (merchant_id, mode, id, effective_on, product, min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment, capture_mode, fee_bps, fee_fixed_cents, vat_bps)
      select m.id, mode, m.id, date '2024-01-01', p.* from merchants m, unnest(enum_range(null::mode)) as mode, (values
        ('instalments', 1000, 300000, array[3, 6, 12], 1999, 0, 'none', 'automatic', 250, 35, 2100),
        ('pay_in_4', 1000, 150000, array[4], 0, 0, 'equal', 'automatic', 390, 35, 2100),
        ('pay_later', 1000, 100000, array[1], 0, 0, 'none', 'manual', 290, 35, 2100)) as p`)
  })
}
