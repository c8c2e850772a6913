import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

type Person = { userId: string }
/** A row as it goes into the copy. */
export type PersonalRow = Record<string, unknown>
/** An unbounded table is read with keyset pagination, at most `batch` rows at a time. */
export type KeyedTable = { rows: (person: Person, after: PersonalRow | null) => Sql; batch?: number }
/** The rows in one shop and mode. */
export type ShopRows = (person: Person, scope: Scope) => Sql
/** One table's rows of a person. `perShop`: read once for each shop and mode that they may enter. */
type PersonalTable = KeyedTable | { perShop: ShopRows }

const ofUser = (rows: (userId: string) => Sql): PersonalTable => ({ rows: ({ userId }) => rows(userId) })
/** `owned`: the condition on the rows `t` of one shop. */
const perShop = (table: Sql, owned: (userId: string) => Sql): PersonalTable => ({
  perShop: ({ userId }, scope) => sql`select to_jsonb(t) as row from ${table} t where ${inScope(scope, 't')} and ${owned(userId)}`,
})
/** Audit entries held in memory at a time. */
const auditBatch = 1_000

/**
 * The data map of a person: which tables hold something about them, and what of it is copied. Secrets and their hashes are left out. What
 * they did for the company is in the audit log (`audit_entries`), each action once.
 */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  users: ofUser((id) => sql`select to_jsonb(t) - 'password_hash' as row from users t where t.id = ${id}`),
  memberships: ofUser((id) => sql`select to_jsonb(t) as row from memberships t where t.user_id = ${id} order by t.created_at`),
  user_merchants: ofUser((id) => sql`select to_jsonb(t) as row from user_merchants t where t.user_id = ${id}`),
  sessions: ofUser(
    (id) =>
      sql`select to_jsonb(t) - '{companion_hash,generation}'::text[] as row from sessions t where t.user_id = ${id} and t.staff_view_id is null order by t.created_at`,
  ),
  staff_views: ofUser(
    (id) =>
      sql`select jsonb_build_object('created_at', t.created_at, 'opened_at', t.opened_at, 'ends_at', t.ends_at) as row from staff_views t where t.user_id = ${id} order by t.created_at`,
  ),
  password_history: ofUser(
    (id) => sql`select jsonb_build_object('replaced_at', t.replaced_at) as row from password_history t where t.user_id = ${id}`,
  ),
  one_time_links: ofUser((id) => sql`select to_jsonb(t) - 'token_hash' as row from one_time_links t where t.user_id = ${id}`),
  email_changes: ofUser((id) => sql`select to_jsonb(t) as row from email_changes t where t.user_id = ${id} order by t.created_at`),
  authenticators: ofUser(
    (id) => sql`select jsonb_build_object('confirmed_at', t.confirmed_at) as row from authenticators t where t.user_id = ${id}`,
  ),
  passkeys: ofUser(
    (id) =>
      sql`select jsonb_build_object('name', t.name, 'created_at', t.created_at, 'last_used_at', t.last_used_at) as row from passkeys t where t.user_id = ${id}`,
  ),
  recovery_codes: ofUser((id) => sql`select jsonb_build_object('used_at', t.used_at) as row from recovery_codes t where t.user_id = ${id}`),
  known_devices: ofUser((id) => sql`select to_jsonb(t) - 'token_hash' as row from known_devices t where t.user_id = ${id}`),
  device_checks: ofUser((id) => sql`select jsonb_build_object('sent_at', t.sent_at) as row from device_checks t where t.user_id = ${id}`),
  continuations: ofUser(
    (id) => sql`select jsonb_build_object('expires_at', t.expires_at) as row from continuations t where t.user_id = ${id}`,
  ),
  till_pins: ofUser((id) => sql`select to_jsonb(t) - 'pin_hash' as row from till_pins t where t.user_id = ${id}`),
  till_guesses: ofUser((id) => sql`select to_jsonb(t) as row from till_guesses t where t.user_id = ${id}`),
  push_subscriptions: ofUser(
    (id) => sql`select to_jsonb(t) - '{auth,p256dh,endpoint,device_hash}'::text[] as row from push_subscriptions t where t.user_id = ${id}`,
  ),
  notifications: ofUser((id) => sql`select to_jsonb(t) as row from notifications t where t.user_id = ${id}`),
  notification_reads: ofUser((id) => sql`select to_jsonb(t) as row from notification_reads t where t.user_id = ${id}`),
  notification_choices: ofUser((id) => sql`select to_jsonb(t) as row from notification_choices t where t.user_id = ${id}`),
  notification_settings: ofUser((id) => sql`select to_jsonb(t) as row from notification_settings t where t.user_id = ${id}`),
  outbox: ofUser((id) => sql`select to_jsonb(t) as row from outbox t where t.user_id = ${id}`),
  refund_spendings: ofUser((id) => sql`select to_jsonb(t) as row from refund_spendings t where t.user_id = ${id}`),
  access_requests: ofUser((id) => sql`select to_jsonb(t) as row from access_requests t where t.user_id = ${id}`),
  owner_exits: ofUser((id) => sql`select to_jsonb(t) as row from owner_exits t where t.user_id = ${id}`),
  ownership_handovers: ofUser((id) => sql`select to_jsonb(t) as row from ownership_handovers t where ${id} in (t.from_user, t.to_user)`),
  audit_entries: {
    batch: auditBatch,
    rows: ({ userId }, after) =>
      sql`select to_jsonb(t) - '{hash,previous_hash}'::text[] as row from audit_entries t where t.account_id in (select m.account_id from memberships m where m.user_id = ${userId})
        and t.user_id = ${userId}
        and ${after ? sql`(t.at, t.account_id, t.seq) > (${String(after['at'])}::timestamptz, ${String(after['account_id'])}::uuid, ${String(after['seq'])}::bigint)` : sql`true`}
        order by t.at, t.account_id, t.seq limit ${auditBatch}`,
  },
  uploads: ofUser((id) => sql`select to_jsonb(t) - '{bytes,sha256}'::text[] as row from uploads t where t.user_id = ${id}`),
  task_assignees: perShop(sql`task_assignees`, (id) => sql`t.user_id = ${id}`),
  task_snoozes: perShop(sql`task_snoozes`, (id) => sql`t.user_id = ${id}`),
  task_checks: perShop(sql`task_checks`, (id) => sql`t.user_id = ${id}`),
  invoice_downloads: perShop(sql`invoice_downloads`, (id) => sql`t.user_id = ${id}`),
  operation_visits: perShop(sql`operation_visits`, (id) => sql`t.user_id = ${id}`),
  operation_views: perShop(sql`operation_views`, (id) => sql`(t.user_id = ${id} or t.created_by = ${id})`),
  operation_notes: perShop(sql`operation_notes`, (id) => sql`t.created_by = ${id}`),
  note_mentions: perShop(sql`note_mentions`, (id) => sql`t.user_id = ${id}`),
}
