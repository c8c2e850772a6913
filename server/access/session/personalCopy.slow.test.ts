import { afterAll, beforeAll, expect, it } from 'vitest'
import { distribution } from '../../platform/database/distribution.ts'
import { ids, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { personalTables } from './personalTables.ts'

// The personal data copy compared with the tables of the database.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Columns that name who did something for the company: each such action is in the audit log, which is copied. */
const acts: ReadonlySet<string> = new Set(
  `access_requests.decided_by accounts.holders_changed_by api_keys.created_by api_keys.revoked_by audiences.changed_by audiences.created_by
  audiences.erased_by bank_accounts.requested_by bank_accounts.second_owner_id campaign_articles.changed_by campaigns.changed_by
  campaigns.created_by captures.captured_by cart_limits.changed_by checkouts.created_by company_owners.changed_by customer_erasures.asked_by
  debit_mandates.signed_by documents.uploaded_by enterprises.changed_by merchants.billing_changed_by onboarding_links.created_by
  operation_events.user_id operation_views.changed_by operations.created_by owner_exits.asked_by owner_exits.ended_by profiles.changed_by
  refund_requests.asked_by refund_requests.decided_by refunds.charged_to refunds.created_by package_recipients.created_by report_schedules.created_by reports.created_by
  card_disputes.answered_by dispute_files.uploaded_by sandbox_clocks.moved_by settlement_claims.closed_by settlement_claims.opened_by settlements.collected_by tills.last_used_by tills.opened_by
  users.access_changed_by users.invited_by webhook_deliveries.sent_by webhooks.changed_by webhooks.created_by widget_drafts.changed_by
  widget_versions.published_by`.split(/\s+/),
)

const copyOf = async (as: 'editorA' | 'ownerB') => {
  const { status, raw } = await server.send('GET', '/v2/me/data', { as })
  expect(status).toBe(200)
  return { raw, tables: JSON.parse(raw) as Record<string, Record<string, unknown>[]> }
}

it('the personal copy covers every column that names a person', async () => {
  const places = await server.ownerSql<{ table: string; place: string }>(`select k.conrelid::regclass::text as table,
      k.conrelid::regclass::text || '.' || a.attname as place from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'users'::regclass`)
  expect(places.filter(({ table, place }) => !(table in personalTables) && !acts.has(place)).map(({ place }) => place)).toEqual([])
  const placements: Readonly<Record<string, string>> = distribution
  for (const [name, table] of Object.entries(personalTables))
    expect([name, 'perShop' in table]).toEqual([name, placements[name] === 'distributed'])
})

it('the personal copy contains the person’s data of every shop and mode of theirs, and nobody else’s', async () => {
  const session = await server.signIn('editorA')
  await server.call('meStepUp', { body: { password: testPassword }, as: session })
  for (const [user, mode] of [
    [personas.editorA.id, 'live'],
    [personas.editorA.id, 'sandbox'],
    [personas.adminA.id, 'live'],
  ])
    await server.ownerSql(`insert into task_snoozes (merchant_id, mode, user_id, item_key, until) values ($1, $2, $3, $4, now())`, [
      ids.merchantA1,
      mode,
      user,
      `link:${user?.replaceAll('-', '')}`,
    ])
  await server.call('notificationList', { as: 'editorA' })
  const { raw, tables } = await copyOf('editorA')
  expect(Object.keys(tables)).toEqual(['made_at', ...Object.keys(personalTables)])
  expect(tables['users']).toMatchObject([{ email: 'editor@a.test', first_name: 'Edurne' }])
  expect(tables['sessions']?.length).toBeGreaterThan(0)
  expect(tables['task_snoozes']?.map(({ mode }) => mode)).toEqual(['live', 'sandbox'])
  expect(tables['audit_entries']?.map(({ call }) => call)).toEqual(expect.arrayContaining(['meStepUp', 'personalCopy']))
  for (const { id, email, firstName } of Object.values(personas).filter(({ email: one }) => one !== 'editor@a.test'))
    for (const word of [id, email, firstName]) expect(raw).not.toContain(word)
  expect((await copyOf('ownerB')).raw).not.toContain('editor@a.test')
})

it('the personal copy contains an audit log of any length, each entry once, in order, of this account only', async () => {
  await server.ownerSql(
    `insert into audit_entries (account_id, user_id, call, outcome, request_id) select account_id, id, 'reportCreate', 'done', 'many' from members, generate_series(1, 2500) where email = 'editor@a.test'`,
  )
  await server.ownerSql(
    `insert into audit_entries (account_id, user_id, call, outcome, request_id) values ($1, $2, 'reportCreate', 'done', 'foreign')`,
    [ids.accountB, personas.editorA.id],
  )
  const lines = (await copyOf('editorA')).tables['audit_entries'] ?? []
  expect(lines.filter((line) => line['request_id'] === 'many')).toHaveLength(2_500)
  expect(lines.filter((line) => line['request_id'] === 'foreign')).toEqual([])
  const seqs = lines.map(({ seq }) => Number(seq))
  expect(new Set(seqs).size).toBe(seqs.length)
  expect(lines.map(({ at }) => String(at))).toEqual(
    lines.map(({ at }) => String(at)).toSorted((one, other) => Date.parse(one) - Date.parse(other)),
  )
})

it('the personal copy contains no secret and no hash of one', async () => {
  const { raw } = await copyOf('editorA')
  const secrets = await server.ownerSql<{ secret: string }>(
    `select password_hash as secret from users where password_hash is not null union all select encode(companion_hash, 'hex') from sessions union all select encode(hash, 'hex') from audit_entries`,
  )
  for (const { secret } of secrets) expect(raw).not.toContain(secret)
  expect(raw).not.toMatch(/"(?:[a-z_]*hash|[a-z_]*secret|public_key|endpoint|p256dh|auth|bytes)"/)
})

it('the personal copy is given to everybody who is signed in, and nobody else', async () => {
  expect((await server.send('GET', '/v2/me/data')).status).toBe(403)
  expect((await server.send('GET', '/v2/me/data', { as: 'guestA' })).status).toBe(200)
})
