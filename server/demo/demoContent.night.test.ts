import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNie, isNif, isMobile } from '#domain/platform/identifiers'
import { reasonsOf, substatuses } from '#domain/sales/operations/states'
import { rowsOf, seededAt as now, seededDatabases } from '../testing/demo/testSeed.ts'
import { personas } from './personas.ts'

const bigShop = `(select id from merchants where name = 'Casa Ribera Hogar')`
const { demo: copied, drop } = seededDatabases()
afterAll(drop)

let demo: Awaited<ReturnType<typeof copied>>
beforeAll(async () => {
  demo = await copied()
})

describe('the demo', () => {
  it('has seventeen accounts of both types and twenty-four shops, one of them of the requested size', async () => {
    const [row] = await rowsOf(
      demo.client,
      `select (select count(*)::int from accounts where demo) as accounts, (select count(distinct type)::int from accounts) as types, (select count(*)::int from merchants) as shops,
         (select count(*)::int from operations where merchant_id = ${bigShop} and mode = 'live') as live, (select count(*)::int from operations where merchant_id = ${bigShop} and mode = 'sandbox') as sandbox`,
    )
    expect(row).toEqual({ accounts: 17, types: 2, shops: 24, live: 1_200, sandbox: 120 })
  })

  it('has every sub-status and every reason at least three times in the big shop', async () => {
    const rows = await rowsOf<{ substatus: string; reason: string | null; many: number }>(
      demo.client,
      `select substatus, coalesce(status_reason, suspension_reason) as reason, count(*)::int as many from operations where merchant_id = ${bigShop} and mode = 'live' group by 1, 2`,
    )
    const expected = substatuses.flatMap((substatus) => {
      const reasons: readonly (string | null)[] = reasonsOf[substatus]
      return (reasons.length > 0 ? reasons : [null]).map((reason) => ({ substatus, reason }))
    })
    const few = expected.filter(
      ({ substatus, reason }) => (rows.find((row) => row.substatus === substatus && row.reason === reason)?.many ?? 0) < 3,
    )
    expect(few).toEqual([])
    expect(rows).toHaveLength(expected.length)
  })

  it('has no future instants, and deadlines today and tomorrow', async () => {
    const [row] = await rowsOf(
      demo.client,
      `select count(*) filter (where created_at > $1 or confirmed_at > $1 or last_captured_at > $1 or ended_at > $1)::int as ahead,
         count(*) filter (where substatus = 'pending_customer' and expires_at between $1 and $1 + interval '1 hour' and channel <> 'online') > 1 as links,
         count(*) filter (where status_reason = 'confirmation_required' and confirm_by between $1 and $1 + interval '1 hour') > 2 as confirmations,
         count(*) filter (where status_reason = 'capture_required' and (capture_by at time zone 'Europe/Madrid')::date = '2026-03-30') > 1 as today,
         count(*) filter (where status_reason = 'capture_required' and (capture_by at time zone 'Europe/Madrid')::date = '2026-03-31') > 1 as tomorrow,
         count(*) filter (where category = 'in_process' and coalesce(capture_by, confirm_by, expires_at) < $1)::int as overdue
       from operations where merchant_id = ${bigShop} and mode = 'live'`,
      [now],
    )
    expect(row).toEqual({ ahead: 0, links: true, confirmations: true, today: true, tomorrow: true, overdue: 0 })
    const [events] = await rowsOf(demo.client, 'select count(*)::int as ahead from operation_events where at > $1', [now])
    expect(events).toEqual({ ahead: 0 })
  })

  it("has no deadline due in the first minute, today's deadlines in the evening, and decisions that wait", async () => {
    const rows = await rowsOf<{ kind: string; at_once: number; many: number }>(
      demo.client,
      `select kind, count(*) filter (where due_at < $1::timestamptz + interval '1 minute')::int as at_once, count(*)::int as many from deadlines group by 1 order by 1`,
      [now],
    )
    expect(rows.map(({ kind, at_once }) => [kind, at_once])).toEqual([
      ['campaign_end', 0],
      ['campaign_start', 0],
      ['capture', 0],
      ['checkout_expiry', 0],
      ['confirmation', 0],
      ['decision', 0],
      ['instalment', 0],
    ])
    const waiting = await rowsOf(demo.client, `select kind from manual_decisions where closed_at is null and until > $1`, [now])
    expect(waiting.length).toBeGreaterThan(1)
    const [row] = await rowsOf(
      demo.client,
      `select count(*)::int as wrong from operations o where o.substatus = 'payment_process' and (o.collect_at is not null) <> (o.next_due_on <= '2026-03-30')`,
    )
    expect(row).toEqual({ wrong: 0 })
  })

  it('has links at every step, sent by every channel, some of them undelivered', async () => {
    const [row] = await rowsOf(
      demo.client,
      `select count(distinct progress)::int as steps, count(distinct submit_type)::int as ways, bool_and(created_by is not null) filter (where submit_type <> 'online') as made_by_somebody,
         bool_and(consent_confirmed_at is null or consents_given_at is not null and product is not null) as in_order,
         bool_and(greatest(consents_given_at, consent_confirmed_at, identified_at, opened_at, created_at) <= $1) as past from checkouts`,
      [now],
    )
    expect(row).toEqual({ steps: 5, ways: 3, made_by_somebody: true, in_order: true, past: true })
    const states = await rowsOf<{ state: string; mode: string }>(
      demo.client,
      'select distinct mode::text, state from deliveries order by 1, 2',
    )
    expect(states.map(({ mode, state }) => `${mode} ${state}`)).toEqual(['live failed', 'live sent', 'sandbox not_sent'])
    const readable = await rowsOf(demo.client, `select from deliveries where recipient !~ '^([67]•• ••• [0-9]{3}|.•••@.+)$'`)
    expect(readable).toHaveLength(0)
  })

  it('has customers with valid documents, phone numbers and addresses that belong to nobody', async () => {
    const rows = await rowsOf<{ document: string | null; phone: string | null; email: string }>(
      demo.client,
      'select document_number as document, phone, email from operations where customer_hidden_at is null',
    )
    expect(rows.filter(({ document }) => document !== null && !isNif(document) && !isNie(document))).toEqual([])
    expect(rows.filter(({ phone }) => phone !== null && !isMobile(phone))).toEqual([])
    expect(rows.filter(({ email }) => !/@(?:[a-z]+\.)?example(?:\.(?:com|org|net))?$/.test(email))).toEqual([])
  })

  it('has one customer erased on request, whose data are nowhere', async () => {
    const rows = await rowsOf<{ nobody: boolean; blocked: string[]; ground: string; after: boolean }>(
      demo.client,
      `select concat(o.first_name, o.last_name, o.email, o.phone, o.document_number) = '' and o.search_text = lower(coalesce(o.mid, '')) as nobody,
         array(select jsonb_object_keys(b.told) order by 1) as blocked, e.ground, b.keep_until > o.concluded_at + interval '9 years' as after
       from operations o join customer_erasures e on e.operation_id = o.id join blocked_customers b on b.operation_id = o.id where o.customer_hidden_at is not null`,
    )
    expect(rows).toEqual([{ nobody: true, blocked: expect.arrayContaining(['email', 'first_name']), ground: 'request', after: true }])
  })

  it('has settled what is due and left the rest pending', async () => {
    const rows = await rowsOf<{ status: string; many: number; wrong: number }>(
      demo.client,
      `select o.settlement_status as status, count(*)::int as many, count(*) filter (where case o.settlement_status when 'none' then o.captured_cents > 0
           when 'reversed' then o.refunded_cents <> o.captured_cents when 'settled' then s.reference is distinct from o.settlement_reference or s.value_on > '2026-03-30'
           else l.value_on <= '2026-03-30' end)::int as wrong
         from operations o left join settlement_lines l on (l.merchant_id, l.mode, l.operation_id, l.kind) = (o.merchant_id, o.mode, o.id, 'order')
         left join settlements s on (s.merchant_id, s.mode, s.id) = (l.merchant_id, l.mode, l.settlement_id) group by 1`,
    )
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['none', 'pending', 'reversed', 'settled'])
    expect(rows.filter(({ wrong }) => wrong > 0)).toEqual([])
    const waiting = await rowsOf(demo.client, `select from settlement_lines where settlement_id is null and value_on <= '2026-03-30'`)
    expect(waiting).toEqual([])
    const references = await rowsOf<{ reference: string }>(demo.client, 'select reference from settlements')
    expect(references.filter(({ reference }) => !/^LIQ-\d{4}-\d{6}$/.test(reference))).toEqual([])
  })
})

describe('the personas', () => {
  it('are those of the list, each in its state', async () => {
    const rows = await rowsOf<{
      email: string
      role: string
      shops: string[]
      pending: boolean
      disabled: boolean
      onboarding: boolean
      prefers: string | null
    }>(
      demo.client,
      `select u.email, m.role, a.disabled_at is not null as disabled, a.requires_onboarding as onboarding, p.name as prefers,
         array(select name from merchants m where m.account_id = a.id order by created_at) as shops,
         coalesce((select bool_and(status = 'pending') from merchants m where m.account_id = a.id), false) as pending
       from users u join memberships m on m.user_id = u.id join accounts a on a.id = m.account_id left join merchants p on p.id = u.prefered_merchant_id where u.email like '%@demo.test'`,
    )
    const of = (name: string) => rows.find(({ email }) => email === `${name}@demo.test`)
    expect(rows.map(({ email, role }) => `${role} ${email}`).toSorted()).toEqual(
      // The accountant belongs to a second account.
      [...personas.map(({ email, role }) => `${role} ${email}`), 'admin gestoria@demo.test'].toSorted(),
    )
    expect(of('owner.empresa')).toMatchObject({
      role: 'owner',
      shops: ['Casa Ribera Hogar', 'Casa Ribera Outlet', 'Casa Ribera Proyectos'],
      disabled: false,
    })
    expect(of('pendiente')).toMatchObject({ pending: true, onboarding: false })
    expect(of('desactivada')).toMatchObject({ disabled: true, pending: false })
    expect(of('onboarding')).toMatchObject({ onboarding: true, shops: [] })
    expect(of('sintiendas')).toMatchObject({ onboarding: false, shops: [] })
    expect(of('dostiendas')).toMatchObject({ shops: ['Ferretería Peláez', 'Patines del Norte'], prefers: 'Patines del Norte' })
  })

  it('have notices to read', async () => {
    const rows = await rowsOf<{ type: string; many: number; unread: number }>(
      demo.client,
      `select n.type, count(*)::int as many from notifications n join members u on u.account_id = n.account_id and u.email = 'owner.empresa@demo.test' group by 1 order by 1`,
    )
    expect(rows.map(({ type }) => type)).toEqual([
      'access_asked',
      'capture_deadline',
      'duplicated_operation',
      'merchant_approved',
      'operation_pending_merchant',
      'refund_approval_asked',
      'settlement_paid',
      'user_joined',
    ])
  })
})
