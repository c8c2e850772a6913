import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKeyring } from '../../platform/keys/keyring.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { ids } from '../../testing/testFixture.ts'
import { elapse } from '../../testing/testElapse.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { HOUR, keyCalls, type By } from '../../testing/preferences/testKeys.ts'
import { watchKeys } from './watchKeys.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z') })
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('truncate api_keys, api_key_lookups, outbox cascade; delete from notifications'))

const calls = (by?: By) => keyCalls(server, by)
const opens = (token: string) => server.services.keys.byToken(token)
/** The keyring caches for a second; the test uses a new one instead of waiting. */
const opensUncached = (token: string) => makeKeyring(server.services).byToken(token)
const notices = (type: string) => server.ownerSql('select values from notifications where type = $1', [type])

describe('a new key', () => {
  it('is shown in full once, opens its own shop and mode, and is stored as a hash', async () => {
    const { token, key } = await calls().createKey('private')
    expect(token).toMatch(/^sk_live_[0-9A-Za-z]{32}$/)
    expect(key).toMatchObject({
      kind: 'private',
      publicKey: null,
      lastFour: token.slice(-4),
      state: 'active',
      endsAt: null,
      createdBy: 'Adán Peña',
    })
    expect(await opens(token)).toMatchObject({ merchantId: ids.merchantA1, accountId: ids.accountA, mode: 'live', kind: 'private' })
    expect((await calls().list()).raw).not.toContain(token)
    const dump = await server.ownerSql<{ row: string }>(
      `select r::text as row from (select to_jsonb(k) as r from api_keys k union all select to_jsonb(d) from api_key_lookups d
       union all select to_jsonb(i) from idempotency_keys i union all select to_jsonb(a) from audit_entries a) all_rows`,
    )
    expect(dump.filter(({ row }) => row.includes(token.slice(8)))).toEqual([])
    expect(dump.length).toBeGreaterThan(2)
  })

  it('is returned again for the same idempotency key, from a sealed answer', async () => {
    await calls().stepUp()
    const first = await calls().renew('private', 24, 'again-and-again')
    const again = await calls().renew('private', 24, 'again-and-again')
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(again.raw).toBe(first.raw)
    const stored = await server.ownerSql<{ body: string }>(
      'select body from idempotency_keys where body is not null order by created_at desc limit 1',
    )
    expect(stored[0]?.body).not.toContain(first.body.token.slice(8))
    expect(stored[0]?.body.length).toBeGreaterThan(first.body.token.length)
    expect((await calls().list()).body.keys).toHaveLength(1)
  })

  it('of the public kind can be read again', async () => {
    const { token } = await calls().createKey('public')
    expect(token).toMatch(/^pk_live_/)
    expect((await calls().list()).body.keys[0]?.publicKey).toBe(token)
  })

  it('requires step-up; answers not found for an unknown kind', async () => {
    const stranger = await server.signIn('ownerA')
    const refused = await calls({ as: stranger }).renew('private')
    expect([refused.status, refused.error.type]).toEqual([401, 'StepUpRequired'])
    expect((await calls().list()).body.keys).toEqual([])
    await calls().stepUp()
    expect((await calls().renew('secret')).status).toBe(404)
    server.moveClock(5 * 60_000 + 1_000)
    expect((await calls().renew('private')).error.type).toBe('StepUpRequired')
  })

  it('is reported to every owner of the shop, by e-mail and notice', async () => {
    await calls().createKey('private')
    expect(await sendOutbox(server.services, 'key_email')).toBe(1)
    const [message] = await storedMail(server.services.config)
    expect([message?.to, message?.subject]).toEqual(['owner@a.test', '«Tienda Gran Vía» tiene una clave privada nueva'])
    expect(message?.text).toContain('Adán Peña ha creado una clave privada (real)')
    expect(await sendOutbox(server.services, 'key_email')).toBe(0)
    expect(await notices('key_renewed')).toHaveLength(1)
  })
})

describe('a renewal', () => {
  it.each([24, 72, 168] as const)('keeps both valid for %i h, to the millisecond', async (overlap) => {
    const old = await calls().createKey('private')
    const began = server.services.now().getTime()
    const fresh = await calls().createKey('private', overlap)
    const [, before] = (await calls().list()).body.keys
    expect(before).toMatchObject({ id: old.key.id, state: 'grace' })
    const end = Date.parse(before?.endsAt ?? '')
    expect(Math.abs(end - began - overlap * HOUR)).toBeLessThan(600_000)
    server.moveClock(end - server.services.now().getTime() - 5_000)
    expect([await opens(old.token), await opens(fresh.token)].map((open) => open !== null)).toEqual([true, true])
    server.moveClock(5_001)
    expect([await opens(old.token), await opens(fresh.token)].map((open) => open !== null)).toEqual([false, true])
    expect((await calls().list()).body.keys.map(({ state }) => state)).toEqual(['active', 'revoked'])
  })

  it('without overlap ends the old one at once', async () => {
    const old = await calls().createKey('public')
    await calls().createKey('public', 0)
    expect(await opensUncached(old.token)).toBeNull()
  })

  it('is refused while two are valid, and possible again once one is revoked or has expired', async () => {
    const old = await calls().createKey('private')
    await calls().createKey('private', 24)
    await calls().stepUp()
    const third = await calls().renew('private', 24)
    expect([third.status, third.error.type]).toEqual([409, 'KeyRotationInProgress'])
    expect(third.error.message).toContain('Revoca la antigua')
    expect((await calls().renew('public', 24)).status).toBe(201)
    expect((await calls().revoke(old.key.id)).status).toBe(204)
    expect((await calls().renew('private', 24)).status).toBe(201)
    server.moveClock(24 * HOUR)
    await calls({ as: await server.signIn('adminA') }).createKey('private', 0)
  })

  it('succeeds once of two simultaneous requests', async () => {
    await calls().createKey('private')
    await calls().stepUp()
    const both = await Promise.all([calls().renew('private', 24), calls().renew('private', 24)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await calls().list()).body.keys.map(({ state }) => state)).toEqual(['active', 'grace'])
  })
})

describe('a revocation', () => {
  it('ends a key within a second while it is in use, and shows who revoked it', async () => {
    const { token, key } = await calls().createKey('private')
    expect(await opens(token)).not.toBeNull()
    expect((await calls().revoke(key.id)).status).toBe(204)
    elapse(1_001)
    expect(await opens(token)).toBeNull()
    expect((await calls().list()).body.keys[0]).toMatchObject({ state: 'revoked', revokedBy: 'Adán Peña' })
    expect((await calls().revoke(key.id)).error.type).toBe('KeyEnded')
    expect(await notices('key_revoked')).toHaveLength(1)
    await sendOutbox(server.services, 'key_email')
    expect(
      (await storedMail(server.services.config)).some(({ text }) => text.includes('Adán Peña ha revocado la clave privada (real)')),
    ).toBe(true)
  })

  it('requires step-up', async () => {
    const { token, key } = await calls().createKey('private')
    const refused = await calls({ as: await server.signIn('ownerA') }).revoke(key.id)
    expect(refused.error.type).toBe('StepUpRequired')
    expect(await opensUncached(token)).not.toBeNull()
  })
})

describe('whose key it is', () => {
  it('is managed by owners and admins only', async () => {
    for (const as of ['editorA', 'guestA'] as const) {
      const all = [await calls({ as }).list(), await calls({ as }).renew('private'), await calls({ as }).revoke('f'.repeat(32))]
      expect(all.map(({ error }) => error.type)).toEqual(['PermissionDenied', 'PermissionDenied', 'PermissionDenied'])
    }
  })

  it('cannot be seen or ended from another shop or mode', async () => {
    const { token, key } = await calls().createKey('private')
    const elsewhere = [calls({ mode: 'sandbox' }), calls({ merchant: hexOf(ids.merchantA2) })]
    for (const other of elsewhere) {
      expect((await other.list()).body.keys).toEqual([])
      expect((await other.revoke(key.id)).status).toBe(404)
    }
    const stranger = calls({ as: 'ownerB', merchant: hexOf(ids.merchantB1) })
    await stranger.stepUp()
    expect((await stranger.revoke(key.id)).status).toBe(404)
    expect(await opensUncached(token)).not.toBeNull()
  })

  it('is separate for each kind and mode', async () => {
    const opened = []
    for (const mode of ['live', 'sandbox'] as const)
      for (const kind of ['public', 'private'] as const) {
        const { token } = await calls({ mode }).createKey(kind)
        opened.push({ said: `${mode} ${kind}`, open: await opens(token), begins: token.slice(0, 8) })
      }
    expect(opened.map(({ said, open, begins }) => [said, `${open?.mode} ${open?.kind}`, begins])).toEqual([
      ['live public', 'live public', 'pk_live_'],
      ['live private', 'live private', 'sk_live_'],
      ['sandbox public', 'sandbox public', 'pk_test_'],
      ['sandbox private', 'sandbox private', 'sk_test_'],
    ])
  })

  it('is not recognised when one character differs', async () => {
    const { token } = await calls().createKey('private')
    const wrong = [
      token.replace('sk_live', 'sk_test'),
      token.replace('sk_', 'pk_'),
      token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a'),
      '',
    ]
    expect(await Promise.all(wrong.map(opensUncached))).toEqual([null, null, null, null])
  })
})

describe('use of the old key', () => {
  /** An old key in its overlap, an hour before its end. */
  async function ending(): Promise<{ token: string; id: string }> {
    const { token, key } = await calls().createKey('private')
    await calls().createKey('private', 24)
    server.moveClock(23 * HOUR + 60_000)
    return { token, id: key.id }
  }
  const ownerAnew = async () => calls({ as: await server.signIn('ownerA') })

  it('shows the last call: when, from where, by which program', async () => {
    const { token, id } = await ending()
    const use = { from: '81.45.x.x', client: 'PrestaShop 8.1' }
    await server.services.keys.byToken(token, use)
    const used = (await (await ownerAnew()).list()).body.keys.find((key) => key.id === id)
    expect(used).toMatchObject({ lastUse: use, silent: false })
    server.moveClock(HOUR - 120_000)
    expect((await (await ownerAnew()).list()).body.keys.find((key) => key.id === id)?.silent).toBe(false)
  })

  it('is reported as silent after an hour without calls', async () => {
    const { id } = await ending()
    expect((await (await ownerAnew()).list()).body.keys.find((key) => key.id === id)?.silent).toBe(true)
  })

  it('an hour before the end notifies owners and admins, once', async () => {
    const { token, id } = await ending()
    await server.services.keys.byToken(token, { from: '81.45.x.x', client: 'PrestaShop 8.1' })
    expect([await watchKeys(server.services), await watchKeys(server.services)]).toEqual([1, 0])
    const [notified] = await server.ownerSql<{ roles: string[]; values: { key: string; value: string }[] }>(
      `select roles, values from notifications where type = 'key_grace_ending'`,
    )
    const [key] = await server.ownerSql<{ last_four: string }>('select last_four from api_keys where id = $1', [uuidOf(id)])
    expect([notified?.roles, notified?.values[0]?.value]).toEqual([['owner', 'admin'], key?.last_four])
  })

  it('notifies nobody when there are no calls any more', async () => {
    await ending()
    expect(await watchKeys(server.services)).toBe(0)
    expect(await notices('key_grace_ending')).toHaveLength(0)
  })

  it('is stored at most every 20 s', async () => {
    const { token, key } = await calls().createKey('private')
    const at = async () =>
      (await server.ownerSql<{ at: Date }>('select last_used_at as at from api_keys where id = $1', [uuidOf(key.id)]))[0]?.at.getTime()
    await server.services.keys.byToken(token, { from: null, client: 'curl 8.5' })
    const first = await at()
    await server.services.keys.byToken(token, { from: null, client: 'curl 8.5' })
    expect(await at()).toBe(first)
    server.moveClock(20_000)
    await server.services.keys.byToken(token, { from: null, client: 'curl 8.5' })
    expect(await at()).toBeGreaterThan(first ?? 0)
  })
})
