import { createHash } from 'node:crypto'
import type pg from 'pg'
import { addDays, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { handoverOfferMs } from '#domain/access/handover'
import { cents, formatEuros } from '#domain/platform/money'
import { type AccessPreset, accessPresets, accessRequestMs } from '#domain/access/team'
import { hexOf } from '../../platform/calls/wire.ts'
import { idOf } from '../accounts.ts'
import { bigShopName, personas } from '../personas.ts'

const DAY = 86_400_000
const owner = 'owner.empresa@demo.test'
const asker = 'editor.empresa@demo.test'

type Colleague = {
  email: string
  firstName: string
  lastName: string
  preset: AccessPreset['name'] | null
  invitedDaysAgo: number
  /** Whole days of access left. */
  daysLeft?: number
  sandboxOnly?: true
  state: 'invited' | 'active' | 'disabled'
}

/** Members of the big company besides its personas: one in each state, and a sandbox-only developer who connects the shop. */
const colleagues: readonly Colleague[] = [
  { email: 'hola@asesoriavega.example', firstName: '', lastName: '', preset: 'accountant', invitedDaysAgo: 1, state: 'invited' },
  {
    email: 'tomas.campana@casaribera.example',
    firstName: 'Tomás',
    lastName: 'Arribas Gil',
    preset: 'cashier',
    invitedDaysAgo: 12,
    daysLeft: 24,
    state: 'active',
  },
  {
    email: 'bruno@estudiolimonar.example',
    firstName: 'Bruno',
    lastName: 'Ochoa Leiva',
    preset: null,
    invitedDaysAgo: 6,
    daysLeft: 54,
    sandboxOnly: true,
    state: 'active',
  },
  {
    email: 'irene.salas@casaribera.example',
    firstName: 'Irene',
    lastName: 'Salas Montes',
    preset: null,
    invitedDaysAgo: 210,
    state: 'disabled',
  },
]

const presetOf = (name: AccessPreset['name'] | null) =>
  accessPresets.find((one) => one.name === name) ?? { withheld: [], refundLimitCents: null, refundDayLimitCents: null }

/** Gives the demo's big company a whole team: limits, an invitation, a temporary access, a refund and a right that wait for approval. After the rows. */
export async function fillTeam(client: pg.Client, now: Date): Promise<void> {
  const till = presetOf('cashier')
  await client.query(
    'update memberships set withheld = $2, refund_limit_cents = $3, refund_day_limit_cents = $4 where user_id = (select id from users where email = $1)',
    ['nuria.caja@casaribera.example', till.withheld, till.refundLimitCents, till.refundDayLimitCents],
  )
  for (const colleague of colleagues) await addColleague(client, colleague, now)
  await addAccountant(client, now)
  await addRequest(client, now)
  await addAccessRequest(client, now)
}

async function addColleague(client: pg.Client, colleague: Colleague, now: Date): Promise<void> {
  const { email, firstName, lastName, preset, invitedDaysAgo, daysLeft, sandboxOnly = false, state } = colleague
  const { withheld, refundLimitCents, refundDayLimitCents } = presetOf(preset)
  const until = daysLeft === undefined ? null : startOfMadridDay(addDays(madridDay(now), daysLeft + 1))
  await client.query(
    `with person as (insert into users (id, email, password_hash, first_name, last_name, created_at)
       select $1::uuid, $2, case when $3 <> 'invited' then o.password_hash end, $4, $5, $6::timestamptz from users o where o.email = $13)
     insert into memberships (account_id, user_id, role, created_at, invited_at, invited_by, joined_at, access_until, disabled_at, withheld,
       refund_limit_cents, refund_day_limit_cents, sandbox_only)
     select o.account_id, $1::uuid, 'editor', $6, $6, o.id, case when $3 <> 'invited' then $6::timestamptz end, $7,
       case when $3 = 'disabled' then $8::timestamptz end, $9, $10, $11, $12 from members o where o.email = $13`,
    [
      idOf(`user/${email}`),
      email,
      state,
      firstName,
      lastName,
      new Date(now.getTime() - invitedDaysAgo * DAY),
      until,
      new Date(now.getTime() - 30 * DAY),
      withheld,
      refundLimitCents,
      refundDayLimitCents,
      sandboxOnly,
      owner,
    ],
  )
}

/** An accountant who keeps the books of two companies, with one sign-in and other rights in each. */
async function addAccountant(client: pg.Client, now: Date): Promise<void> {
  const accountant = personas.find(({ email }) => email === 'gestoria@demo.test')
  if (!accountant) throw new RangeError('no persona gestoria')
  const { email, firstName, lastName, role, shop } = accountant
  await client.query(
    `with person as (insert into users (id, email, password_hash, first_name, last_name, prefered_merchant_id, created_at)
       select $1::uuid, $2, o.password_hash, $3, $4, m.id, $5::timestamptz from users o join merchants m on m.name = $6 where o.email = $7)
     insert into memberships (account_id, user_id, role, created_at, invited_at, joined_at, withheld)
     select m.account_id, $1::uuid, given.role, $5, $5, $5, given.withheld
     from (values ($6, $8, $9::text[]), ('Academia Meridiano', 'admin', '{}')) as given (shop, role, withheld) join merchants m on m.name = given.shop`,
    [
      idOf(`user/${email}`),
      email,
      firstName,
      lastName,
      new Date(now.getTime() - 90 * DAY),
      shop,
      owner,
      role,
      presetOf('accountant').withheld,
    ],
  )
}

/** A refund above an editor's limit that waits since this morning, and its notice. */
async function addRequest(client: pg.Client, now: Date): Promise<void> {
  const amountCents = 125_000
  const askedAt = new Date(now.getTime() - 40 * 60_000)
  const { rows } = await client.query<{ merchant_id: string; account_id: string; id: string; asker: string; name: string }>(
    `select o.merchant_id, m.account_id, o.id, u.id as asker, concat_ws(' ', u.first_name, u.last_name) as name
     from operations o join merchants m on m.id = o.merchant_id join members u on u.email = $2
     where m.name = $1 and o.mode = 'live' and o.substatus = 'payment_process' and o.refunded_cents = 0 and o.captured_cents >= 180000
     order by o.created_at desc, o.id limit 1`,
    [bigShopName, asker],
  )
  const [operation] = rows
  if (!operation) return
  const requestId = idOf('refund request')
  await client.query(
    `insert into refund_requests (merchant_id, mode, id, operation_id, amount_cents, reason, comment, asked_by, asked_at, expires_at)
     values ($1, 'live', $2, $3, $4, 'product_defective', 'El sofá llegó con el tapizado roto', $5, $6, $6::timestamptz + interval '24 hours')`,
    [operation.merchant_id, requestId, operation.id, amountCents, operation.asker, askedAt],
  )
  await client.query(
    `insert into notifications (id, account_id, merchant_id, type, level, values, action_url, roles, created_at)
     values ($1, $2, $3, 'refund_approval_asked', 'warning', $4, $5, '{owner,admin}', $6)`,
    [
      idOf('notice of the refund request'),
      operation.account_id,
      operation.merchant_id,
      JSON.stringify([
        { key: 'name', value: operation.name },
        { key: 'amount', value: formatEuros(cents(amountCents)) },
      ]),
      `/merchants/${hexOf(operation.merchant_id)}/operations/${hexOf(operation.id)}/approval/${hexOf(requestId)}`,
      askedAt,
    ],
  )
}

/** A member who sells at the till requests the right to settlements, and the owner is notified. */
async function addAccessRequest(client: pg.Client, now: Date): Promise<void> {
  const requestId = idOf('access request')
  const askedAt = new Date(now.getTime() - 3 * 3_600_000)
  await client.query(
    `insert into access_requests (id, account_id, user_id, asked_right, asked_at, expires_at)
     select $1, u.account_id, u.id, 'settlements', $2, $3 from members u where u.email = $4`,
    [requestId, askedAt, new Date(askedAt.getTime() + accessRequestMs), 'nuria.caja@casaribera.example'],
  )
  await client.query(
    `insert into notifications (id, account_id, type, level, values, action_url, roles, created_at)
     select $1, u.account_id, 'access_asked', 'warning', jsonb_build_array(jsonb_build_object('key', 'name', 'value', concat_ws(' ', u.first_name, u.last_name)),
         jsonb_build_object('key', 'right', 'said', jsonb_build_array(jsonb_build_object('of', 'team.right.settlements')))), $2, '{owner,admin}', $3 from members u where u.email = $4`,
    [
      idOf('notice of the access request'),
      `/settings/users-permissions/users-permissions-request/${hexOf(requestId)}`,
      askedAt,
      'nuria.caja@casaribera.example',
    ],
  )
}

const [from, to] = ['owner.autonomo@demo.test', 'admin.autonomo@demo.test']

/** Gives the demo a pending ownership handover. After the rows. */
export async function fillHandover(client: pg.Client, now: Date): Promise<void> {
  const offeredAt = new Date(now.getTime() - 20 * 3_600_000)
  await client.query(
    `insert into ownership_handovers (id, account_id, from_user, to_user, state, offered_at, expires_at)
     select $1, a.account_id, a.id, b.id, 'offered', $2, $3 from members a, members b where a.email = $4 and b.email = $5`,
    [idOf('handover'), offeredAt, new Date(offeredAt.getTime() + handoverOfferMs), from, to],
  )
}

const HOUR = 3_600_000

type Till = {
  name: string
  openedHoursAgo: number
  usedHoursAgo: number
  usedBy: string
  people: readonly string[]
  closedHoursAgo?: number
}

/** Tills of the big shop: one in use, one closed after wrong PINs. Their devices do not exist. */
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
       from merchants m join members o on o.account_id = m.account_id and o.email = 'owner.empresa@demo.test' join members u on u.email = $6 where m.name = $8`,
      [id, name, before(openedHoursAgo), createHash('sha256').update(id).digest(), before(usedHoursAgo), usedBy, closedAt, bigShopName],
    )
    await client.query(
      `insert into till_pins (till_id, user_id, pin_hash, set_at) select $1, u.id, 'none', $2 from members u where u.email = any($3)`,
      [id, before(openedHoursAgo), people],
    )
  }
}
