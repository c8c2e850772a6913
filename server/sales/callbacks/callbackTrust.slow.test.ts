import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import type { TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { deleteOldKeys, type IssuedKey } from '../../platform/keys/issueKey.ts'
import { keptKeys } from '../../platform/keys/sealedKeys.ts'
import { channelSettings } from '../../platform/outbox/outboxKinds.ts'
import { testShop, type TestShop } from '../../testing/callbacks/testShop.ts'
import { startCallbackFixture, type CallbackFixture } from '../../testing/callbacks/callbackFixture.ts'

const minute = 60_000
let fixture: CallbackFixture
let server: TestServer
let shop: TestShop

beforeAll(async () => {
  fixture = await startCallbackFixture()
  ;({ server, shop } = fixture)
})
beforeEach(() => fixture.forget())
afterAll(() => fixture.close())

const endKeySoon = ({ id }: IssuedKey) =>
  server.ownerSql('update api_key_lookups set ends_at = $1 where key_id = $2', [new Date(server.services.now().getTime() + minute), id])

describe('the key sent with a callback', () => {
  it('is the one used last when the first is no longer known, and never an expired one', async () => {
    const order = await fixture.signed()
    const renewed = await fixture.newKey().catch(() => undefined)
    expect(renewed).toBeUndefined()
    await endKeySoon(fixture.key)
    const second = await fixture.newKey()
    await fixture.begin({ keyId: second.id })
    shop.next.push({ status: 401, body: '{}' })
    await fixture.sendDue()
    expect(shop.heard.map(({ authorization }) => authorization).slice(0, 2)).toEqual([
      `Bearer ${fixture.key.token}`,
      `Bearer ${second.token}`,
    ])
    expect(await fixture.operationOf(order)).toMatchObject({ substatus: 'payment_process' })

    server.moveClock(2 * minute)
    shop.forget()
    await fixture.signed()
    await fixture.sendDue()
    expect(shop.heard.every(({ authorization }) => authorization === `Bearer ${second.token}`)).toBe(true)
    await deleteOldKeys(server.services)
    expect(await server.ownerSql('select key_id from sealed_keys')).toEqual([{ key_id: second.id }])
    fixture.key = second
  })

  it('is never the replacement of a stolen key, whose thief may have given an address of their own', async () => {
    const thief = await testShop()
    const order = await fixture.signed({ at: thief.url })
    await endKeySoon(fixture.key)
    const renewed = await fixture.newKey()
    await fixture.begin({ keyId: renewed.id })
    thief.says = { status: 401, body: '{}' }
    await fixture.sendDue()
    server.moveClock(2 * minute)
    await fixture.sendDue()
    expect(thief.heard.map(({ authorization }) => authorization)).toEqual([`Bearer ${fixture.key.token}`])
    expect(await fixture.triesOf(order)).toMatchObject([{ status: 401 }, { status: null, failure: 'no_key' }])
    await server.ownerSql('delete from outbox')
    await thief.close()
    fixture.key = renewed
  })

  it("is also sent to the shop's own website", async () => {
    const [own] = await server.ownerSql<{ url: string }>('select url from merchants where id = $1', [ids.merchantA1])
    const stored = async (url: string) => {
      const question = { first: ids.merchantA1, url, secrets: server.services.config.keySecrets, now: server.services.now() }
      return (await server.services.database.read(fixture.scope, (db) => keptKeys(db, fixture.scope, question))).map(({ token }) => token)
    }
    expect(await stored(`${own?.url}/notify?x=1`)).toEqual([fixture.key.token])
    expect(await stored(`${own?.url}.thief.test/notify`)).toEqual([])
  })

  it("is redacted from the shop's answer, in any encoding", async () => {
    const { token } = fixture.key
    const each = (write: (code: number) => string) => Array.from(token, (character) => write(character.charCodeAt(0))).join('')
    const written = [
      token,
      each((code) => `%${code.toString(16)}`),
      each((code) => `&#${code};`),
      each((code) => `\\u00${code.toString(16)}`),
    ]
    const order = await fixture.signed()
    shop.next.push(
      { status: 302, body: `Moved to ${written.join(' ')} for ever` },
      { body: JSON.stringify({ status: 'ok', order_id: token }) },
    )
    await fixture.sendDue()
    server.moveClock(6_000)
    await fixture.sendDue()
    expect((await fixture.triesOf(order))[0]?.answer).toBe('Moved to [key] [key] [key] [key] for ever')
    expect(await fixture.operationOf(order)).toMatchObject({ mid: '[key]', substatus: 'payment_process' })
  })

  it('is not stored in the database', async () => {
    const tables = await server.ownerSql<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'trastienda'::regnamespace`,
    )
    expect(tables.length).toBeGreaterThan(50)
    for (const { name } of tables) {
      const found = await server.ownerSql(`select from "${name}" t where strpos(t::text, $1) > 0`, [fixture.key.token])
      expect(found, name).toEqual([])
    }
  })
})

describe('callbacks of many shops', () => {
  it('share the workers: a limited number of calls per shop, live mode first', async () => {
    const queue = (merchantId: string, mode: string, many: number) =>
      server.ownerSql(
        `insert into outbox (id, kind, channel, subject, account_id, merchant_id, mode, due_at, created_at)
          select gen_random_uuid(), 'order_callback', 'callback', gen_random_uuid(), $4, $1, $2, '-infinity', now() from generate_series(1, $3)`,
        [merchantId, mode, many, ids.accountA],
      )
    await queue(ids.merchantA1, 'sandbox', channelSettings.callback.perShop + 3)
    await queue(ids.merchantA2, 'sandbox', 2)
    await queue(ids.merchantA2, 'live', 2)
    const take = async (most: number) => (await fixture.claim(most)).map(({ merchantId, mode }) => `${merchantId}/${mode}`).toSorted()
    expect(await take(2)).toEqual([`${ids.merchantA2}/live`, `${ids.merchantA2}/live`])
    const rest = [
      ...Array.from({ length: channelSettings.callback.perShop }, () => `${ids.merchantA1}/sandbox`),
      ...Array.from({ length: 2 }, () => `${ids.merchantA2}/sandbox`),
    ]
    expect(await take(48)).toEqual(rest.toSorted())
    // While these are in progress no other call to that shop starts.
    expect(await take(48)).toEqual([])
    await server.ownerSql(
      `update outbox set lease = null, due_at = '-infinity' where id = (select id from outbox where lease is not null and merchant_id = $1 and mode = 'sandbox' limit 1)`,
      [ids.merchantA1],
    )
    expect(await take(48)).toEqual([`${ids.merchantA1}/sandbox`])
    await server.ownerSql('delete from outbox')
  })
})

/** Last: from here on the shop's sandbox clock stays ahead of the wall clock. */
describe('a shop whose sandbox clock is ahead', () => {
  const day = 24 * 60 * minute
  it('is called and answers by its own clock, while retries use the wall clock', async () => {
    const [requested, left, waiting, moved] = [
      await fixture.signed(),
      await fixture.dismissed(),
      await fixture.dismissed(),
      await fixture.dismissed(),
    ]
    await server.ownerSql('insert into sandbox_clocks (merchant_id, ahead_ms, moved_at) values ($1, $2, now())', [ids.merchantA1, day])
    server.services.shopTimes.forget(ids.merchantA1)
    const at = (ms: number) => new Date(server.services.now().getTime() + ms)
    await server.ownerSql('update operations set expires_at = $1 where id = $2', [at(day + 60 * minute), waiting.operationId])
    await server.ownerSql('update operations set expires_at = $1 where id = $2', [at(2 * day), moved.operationId])
    await fixture.sendDue()
    expect(shop.heard.map(({ body }) => [body.id, body.status]).toSorted()).toEqual(
      [
        [hexOf(requested.operationId), 'pending'],
        [hexOf(left.operationId), 'ko'],
      ].toSorted(),
    )
    // By that clock the time to confirm is over.
    expect(await fixture.operationOf(requested)).toMatchObject({ substatus: 'pending_merchant' })
    shop.forget()
    server.moveClock(61 * minute)
    await fixture.sendDue()
    expect(shop.heard.filter(({ body }) => body.status === 'ko').map(({ body }) => body.id)).toEqual([hexOf(waiting.operationId)])
    shop.forget()
    const params = { merchantId: hexOf(ids.merchantA1) }
    const passed = await server.call('sandboxClock', { as: 'editorA', mode: 'sandbox', params, body: { advanceDays: 1 } })
    expect(passed.status, passed.raw).toBe(200)
    await fixture.sendDue()
    expect(shop.heard.filter(({ body }) => body.status_reason === 'customer_dismissed').map(({ body }) => body.id)).toEqual([
      hexOf(moved.operationId),
    ])
  })
})
