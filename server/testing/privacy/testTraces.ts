import { hexOf } from '../../platform/calls/wire.ts'
import { ids, insertMember, personas } from '../testFixture.ts'
import type { TestServer } from '../testServices.ts'
import { keying, memberKey, memberOf } from '../../sales/lifecycle/audienceMembers.ts'
import { writeOperation, type TestOperation } from '../operations/testOperations.ts'
import { documentHash } from '../../money/payments/documentHash.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'

/** A customer with a unique name, so that it can be searched in every table. */
export const zenobia = {
  firstName: 'Zenobia',
  lastName: 'Quintanar Íñigo',
  email: 'zenobia@quintanar.test',
  phone: '612345679',
  document: '12345678Z',
}
const day = 86_400_000
export const ago = (days: number): Date => new Date(Date.now() - days * day)

/** Writes an operation of hers with all dependent rows; its public id. */
export async function writeTraces(server: TestServer, fields: TestOperation = {}): Promise<string> {
  const { merchantId = ids.merchantA1, mode = 'live' } = fields
  const hex = await writeOperation(server.database.ownerUrl, { ...zenobia, createdAt: ago(60), ...fields })
  const row = { merchant_id: merchantId, mode, operation_id: hex }
  const insert = (table: string, columns: Record<string, unknown>) => {
    const names = Object.keys(columns)
    return server.ownerSql(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(columns),
    )
  }
  const id = () => crypto.randomUUID()
  const now = new Date()
  const checkout = id()
  const address = { street: 'Calle de Zenobia, 3', city: 'Madrid' }
  await insert('checkouts', {
    ...row,
    id: checkout,
    submit_type: 'user',
    notes: 'Zenobia recoge',
    birthday: '1980-02-03',
    address,
    created_at: now,
  })
  await insert('deliveries', {
    merchant_id: merchantId,
    mode,
    id: id(),
    checkout_id: checkout,
    channel: 'email',
    purpose: 'link',
    recipient: 'ze***@quintanar.test',
    generation: 1,
    created_at: now,
  })
  await insert('payment_methods', { ...row, provider: 'simulated', token: 'tok', brand: 'visa', last4: '1111', created_at: now })
  await insert('shop_orders', {
    ...row,
    key_id: id(),
    customer: { id: 'zenobia-7' },
    billing: address,
    shipping: address,
    success_url: 'https://t.test/?c=zenobia',
  })
  await insert('operation_notes', { ...row, id: id(), text: 'Zenobia llamó', created_at: now, created_by: personas.editorA.id })
  await insert('operation_events', { ...row, seq: 900, at: now, event: 'refund_declined', actor: 'merchant', comment: 'Lo pide Zenobia' })
  await insert('callbacks', { ...row, kind: 'ipn', url: 'https://t.test/ipn', came_at: now })
  await insert('callback_attempts', { ...row, id: id(), at: now, told: 'ok', status: 200, ms: 3, answer: 'Gracias Zenobia' })
  await writeAround(server, hex, { merchantId, mode })
  return hex
}

/** Her personal data outside the operation. */
async function writeAround(server: TestServer, hex: string, { merchantId, mode }: { merchantId: string; mode: Mode }): Promise<void> {
  const [sessionSecret] = server.services.config.sessionSecrets
  const hash = memberOf(keying(memberKey(sessionSecret, mintScope(merchantId, mode))), 'email', zenobia.email)
  const name = `${zenobia.firstName} ${zenobia.lastName}`
  const [audience, report] = [crypto.randomUUID(), crypto.randomUUID()]
  const scope = [merchantId, mode]
  const { ownerSql } = server
  await ownerSql(
    `insert into notifications (id, account_id, merchant_id, type, level, values, action_url, roles) select gen_random_uuid(), m.account_id, m.id, 'duplicate', 'info', $2, $3, '{owner}' from merchants m where m.id = $1`,
    [merchantId, JSON.stringify([{ key: 'customer', value: name }]), `/merchants/${hexOf(merchantId)}/operations/${hex}`],
  )
  await ownerSql(
    `insert into idempotency_keys (scope_hash, body_hash, status, body, about) values (sha256(gen_random_uuid()::text::bytea), '', 200, $1, $2)`,
    [
      JSON.stringify({
        id: hex,
        customer_name: name,
        email: zenobia.email,
        phone: zenobia.phone,
        total: 60_000,
        comment: 'Lo pide su hermana',
      }),
      hex,
    ],
  )
  await ownerSql(
    `insert into reports (merchant_id, mode, id, type, format, name, from_on, to_on, filters, version, status, rows, size_bytes, checksum, parts, created_at, ready_at, expires_at)
    values ($1, $2, $3, 'operations', 'csv', 'Operaciones', current_date - 90, current_date, $4, 1, 'ready', 1, 9, '', 1, now(), now(), now() + interval '1 day')`,
    [...scope, report, JSON.stringify([{ key: 'q', value: zenobia.email }])],
  )
  await ownerSql(`insert into report_parts (merchant_id, mode, report_id, run, seq, content) values ($1, $2, $3, 0, 0, 'Zenobia')`, [
    ...scope,
    report,
  ])
  await ownerSql(
    `insert into operation_views (merchant_id, mode, id, name, name_key, filters, created_at) values ($1, $2, gen_random_uuid(), $4, $4, $3, now())`,
    [
      ...scope,
      JSON.stringify([
        { key: 'q', value: zenobia.email },
        { key: 'status', value: 'accepted' },
      ]),
      `Vista ${hex.slice(-6)}`,
    ],
  )
  await ownerSql(
    `insert into audiences (merchant_id, mode, id, name, name_key, source, identifier_type, basis, file_rows, file_duplicates, file_invalid, size, matched, status, key_mark, created_at, filled_at)
    values ($1, $2, $3, $4, $4, 'csv', 'email', 'consent', 1, 0, 0, 1, 1, 'ready', '', now(), now())`,
    [...scope, audience, `Clientas ${hex.slice(-6)}`],
  )
  await ownerSql(`insert into audience_members (merchant_id, mode, audience_id, hash, added_at) values ($1, $2, $3, $4, now())`, [
    ...scope,
    audience,
    hash,
  ])
  await ownerSql(
    `insert into bank_consents (id, account_id, mode, document_hash, amount_cents, created_at, expires_at) select gen_random_uuid(), m.account_id, $2, $3, 100, now(), now() from merchants m where m.id = $1`,
    [...scope, documentHash(sessionSecret, zenobia.document)],
  )
}

/** Writes an account of hers whose onboarding was rejected some days ago, with its file; its id. */
export async function writeRejected(server: TestServer, daysAgo: number): Promise<string> {
  const [account, user, upload, shop] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const { ownerSql } = server
  await ownerSql(`insert into accounts (id, type) values ($1, 'self_employed')`, [account])
  await ownerSql(insertMember, [user, account, `${user}@quintanar.test`, 'owner', 'Zenobia', 'Quintanar', null])
  await ownerSql(
    `insert into profiles (account_id, first_name, last_name, document_number, phone) values ($1, 'Zenobia', 'Quintanar', '12345678Z', '612345679')`,
    [account],
  )
  await ownerSql(`insert into company_owners (id, account_id, first_name, created_at) values (gen_random_uuid(), $1, 'Zenobia', now())`, [
    account,
  ])
  await ownerSql(
    `insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
     values ($1, $2, $3, 'document', 'zenobia.pdf', 'application/pdf', 'x', sha256('x'), now())`,
    [upload, account, user],
  )
  await ownerSql(
    `insert into documents (id, account_id, type, side, upload_id, status, rejection_reason, note, uploaded_at)
     values (gen_random_uuid(), $1, 'cif', 'single', $2, 'rejected', 'illegible', 'De Zenobia', now())`,
    [account, upload],
  )
  await ownerSql(
    `insert into merchants (id, account_id, name, status, billing_email) values ($1, $2, 'Taller', 'rejected', 'taller@quintanar.test')`,
    [shop, account],
  )
  await ownerSql(`insert into onboardings (account_id, status, decided_at) values ($1, 'rejected', $2)`, [account, ago(daysAgo)])
  return account
}

/** The tables that contain a text. */
export async function tablesWith(server: TestServer, words: RegExp): Promise<string[]> {
  const tables = await server.ownerSql<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('trastienda', 'pgboss')`,
  )
  const looks = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name} t where t::text ~* $1)`)
  const traces = await server.ownerSql<{ name: string }>(looks.join(' union all '), [words.source])
  return traces.map(({ name }) => name.replace('trastienda.', '')).toSorted()
}
