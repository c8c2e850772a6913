import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { record } from '../../platform/audit/record.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { makeKeyring } from '../../platform/keys/keyring.ts'
import { keyCalls, merchantId } from '../../testing/preferences/testKeys.ts'

let server: TestServer
const now = new Date('2026-11-22T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ now, proved: false })
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('truncate api_keys, api_key_lookups, outbox cascade'))

const calls = () => keyCalls(server)
const opens = async (token: string) => (await makeKeyring(server.services).byToken(token)) !== null
const leaked = (kind = 'private', as: As = 'adminA') =>
  server.call('keyLeaked', { params: { merchantId, kind }, as, key: crypto.randomUUID() })
const acts = (since = '2020-01-01', as: 'adminA' | 'editorA' | 'ownerB' = 'adminA', mode: 'live' | 'sandbox' = 'live') =>
  server.call('keyActs', { params: { merchantId }, query: { since }, as, mode })

/** An audit entry as the shops' API leaves it. */
const acted = (keyId: string, call: string, entityId?: string, outcome = 'done') =>
  server.services.database.write(null, (db) =>
    record(db, {
      accountId: ids.accountA,
      merchantId: ids.merchantA1,
      mode: 'live',
      userId: null,
      keyId: uuidOf(keyId) ?? '',
      role: 'key',
      ip: '81.45.10.20',
      call,
      outcome,
      entity: entityId && 'operation',
      entityId,
      requestId: crypto.randomUUID(),
    }),
  )

async function operation(substatus: string, more: { captured?: number; refunded?: number } = {}): Promise<string> {
  const id = crypto.randomUUID()
  await server.ownerSql(
    `insert into operations (merchant_id, mode, id, mid, substatus, status_reason, channel, product, capture_mode, total_cents, captured_cents, refunded_cents, num_instalments,
      tin_bps, tae_bps, fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, confirmed_at, last_captured_at, confirm_by)
     values ($1, 'live', $2::uuid, 'A-1', $3, $4, 'online', 'instalments', 'automatic', 60000, $5, $6, 6, 1999, 2192, 250, 30, 2100, 1999, 'Ana', 'Mora', 'a@m.test', 'ana mora',
      $7, $8, $8, $9)`,
    [
      ids.merchantA1,
      id,
      substatus,
      substatus === 'pending_merchant' ? 'confirmation_required' : substatus === 'rejected' ? 'ko_generic' : null,
      more.captured ?? 0,
      more.refunded ?? 0,
      now,
      more.captured ? now : null,
      substatus === 'pending_merchant' ? new Date(now.getTime() + 3_600_000) : null,
    ],
  )
  return id
}

describe('a leaked key', () => {
  it('ends at once with every other of its kind, and a valid one is created', async () => {
    const old = await calls().createKey('private')
    const present = await calls().createKey('private', 168)
    const page = await calls().createKey('public')
    const answer = await leaked()
    expect([answer.status, answer.body.ended]).toEqual([201, 2])
    expect(await Promise.all([old, present, page, answer.body].map(({ token }) => opens(token)))).toEqual([false, false, true, true])
    const { keys } = (await calls().list()).body
    expect(keys.filter(({ kind }) => kind === 'private').map(({ state, revokedBy }) => [state, revokedBy])).toEqual([
      ['active', null],
      ['revoked', 'Adán Peña'],
      ['revoked', 'Adán Peña'],
    ])
    const emails = await server.ownerSql<{ news: string }>(
      `select payload ->> 'news' as news from outbox where kind = 'key_email' and payload ->> 'news' = $1`,
      ['revoked'],
    )
    expect(emails).toHaveLength(2)
  })

  it('is replaced only after step-up, by those who may', async () => {
    const stranger = await server.signIn('ownerA')
    expect((await leaked('private', stranger)).error.type).toBe('StepUpRequired')
    expect((await leaked('private', 'editorA')).error.type).toBe('PermissionDenied')
    await calls().stepUp()
    expect((await leaked('secret')).status).toBe(404)
  })
})

describe('its actions', () => {
  it('are listed since the suspected day, with what can be undone, without those of valid keys', async () => {
    const old = await calls().createKey('private')
    const [waiting, rejected, paid] = [
      await operation('pending_merchant'),
      await operation('rejected'),
      await operation('payment_process', { captured: 60_000, refunded: 60_000 }),
    ]
    await acted(old.key.id, 'operationConfirm', waiting)
    await acted(old.key.id, 'operationRefund', paid)
    await acted(old.key.id, 'operationCancel', rejected, 'CancelNotAllowed')
    const fresh = (await leaked()).body
    await acted(fresh.key.id, 'operationRefund', waiting)
    const { body } = await acts()
    expect(
      body.acts.map(({ action, refused, network, operation: about }) => [action, refused === null, network, about?.id, about?.undo]),
    ).toEqual([
      [expect.stringMatching(/ancelar/), false, '81.45.x.x', hexOf(rejected), null],
      [expect.stringMatching(/evol/), true, '81.45.x.x', hexOf(paid), null],
      [expect.stringMatching(/onfirmar/), true, '81.45.x.x', hexOf(waiting), 'cancel'],
    ])
    expect((await acts('2999-01-01')).body.acts).toEqual([])
    expect((await acts('2020-01-01', 'adminA', 'sandbox')).body.acts).toEqual([])
    expect((await acts('2020-02-31')).status).toBe(400)
  })

  it('are shown only to people with the right to keys', async () => {
    expect((await acts('2020-01-01', 'editorA')).error.type).toBe('PermissionDenied')
    expect((await acts('2020-01-01', 'ownerB')).status).toBe(404)
  })
})
