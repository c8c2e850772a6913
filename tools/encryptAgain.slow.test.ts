import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { endpointSeal } from '../server/provider/events/deliver.ts'
import { audienceCalls, sell } from '../server/testing/audiences/testAudience.ts'
import { ids, personas } from '../server/testing/testFixture.ts'
import { startTestServer, type TestServer } from '../server/testing/testServices.ts'
import { sendWebhooks } from '../server/testing/outbox/sendOutbox.ts'
import { startReceiver, type Receiver } from '../server/testing/webhooks/testReceiver.ts'
import { webhookCalls } from '../server/testing/webhooks/testWebhooks.ts'
import type { Secrets } from '../server/platform/config/secrets.ts'
import { mintScope } from '../server/platform/database/scope.ts'
import { sql } from '../server/platform/database/sql.ts'
import { assertDecryptable, countStored, encryptAgain, secretsBySetting, type Tally } from '../server/platform/keys/encryptAgain.ts'
import { issueKey } from '../server/platform/keys/issueKey.ts'
import { keepKey, keptKeys } from '../server/platform/keys/sealedKeys.ts'
import { encryptedColumns } from '../server/platform/keys/storedSecrets.ts'
import { encryptAgainCommand } from './encryptAgainCommand.ts'

// A change of KEY_ENCRYPTION_KEY beside running servers, one of which still has the former order, with the operator's command as a process of its own.
const root = join(import.meta.dirname, '..')
const [former, next, third] = ['the former', 'the next', 'a third'].map((one) => `${one} key of the test, longer than thirty-two`) as [
  string,
  string,
  string,
]
const scope = mintScope(ids.merchantA1, 'sandbox')
let [earlierOrder, newOrder]: TestServer[] = []
let shop: Receiver
const children: ChildProcess[] = []
beforeAll(async () => {
  earlierOrder = await startTestServer({ config: { keySecrets: [former, next] } })
  newOrder = await startTestServer({ database: earlierOrder.database, config: { keySecrets: [next, former] } })
  shop = await startReceiver()
  shop.answer((response) => response.end())
})
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')))
afterAll(async () => {
  shop?.close()
  await newOrder?.close()
  await earlierOrder?.close()
})

const stored = (): { database: TestServer['services']['database'] } => ({ database: newOrder!.services.database })
const under = (...secrets: string[]) =>
  secretsBySetting({ keySecrets: secrets as unknown as Secrets, sessionSecrets: newOrder!.services.config.sessionSecrets })
const counts = async (...secrets: string[]) => total(await countStored(stored().database, under(...secrets)))
const total = (tallies: readonly Tally[]) =>
  tallies.reduce(
    (sum, { current, earlier, unreadable }) => ({
      current: sum.current + current,
      earlier: sum.earlier + earlier,
      unreadable: sum.unreadable + unreadable.length,
    }),
    { current: 0, earlier: 0, unreadable: 0 },
  )
const idsUsed = () =>
  stored().database.read(null, (db) =>
    db.rows<{ id: string }>(sql`select u.id from used_secrets u where u.setting = 'KEY_ENCRYPTION_KEY' order by u.since, u.id`),
  )

/** The operator's command with these keys, as a process of its own. */
function startCommand([key, ...fallbacks]: Secrets): { child: ChildProcess; output: string[] } {
  const child = spawn(process.execPath, ['tools/operator.ts', 'encrypt-again'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${process.env.PATH}`,
      DATABASE_URL: newOrder!.database.appUrl,
      SESSION_SECRET: newOrder!.services.config.sessionSecrets[0],
      KEY_ENCRYPTION_KEY: key,
      KEY_ENCRYPTION_KEY_FALLBACKS: fallbacks.map((one) => one.replaceAll(',', '%2C')).join(','),
    },
  })
  children.push(child)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (some) => output.push(String(some)))
  return { child, output }
}

/** What the same command prints, or the sentence of its refusal. */
async function command(keySecrets: Secrets, ...words: string[]): Promise<string> {
  return commandWith({ ...stored(), config: { keySecrets, sessionSecrets: newOrder!.services.config.sessionSecrets } }, words)
}

async function commandWith(
  services: Parameters<(typeof encryptAgainCommand)['encrypt-again']['run']>[0],
  words: string[],
): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    await encryptAgainCommand['encrypt-again'].run(services, words)
    return log.mock.calls.flat().join('\n')
  } catch (error) {
    return (error as Error).message
  } finally {
    log.mockRestore()
  }
}

/** The counts by kind in the entries that the command left in the provider's log, and in whose name. */
const recorded = () =>
  newOrder!.ownerSql(
    `select call, after, staff_id from audit_entries where call in ('operator.encrypt-again', 'operator.give-up-secrets') and role = 'operator' order by seq`,
  )

/** A key, two webhooks and an address of the provider's own systems, written by one server. Returns the key, and the webhooks' ids. */
async function write(by: TestServer, keyScope = scope) {
  const { services } = by
  const key = await services.database.write(keyScope, async (db) =>
    issueKey(db, keyScope, { kind: 'private', by: personas.ownerA.id, secrets: services.config.keySecrets, now: services.now() }),
  )
  const webhooks = [
    (await webhookCalls(by).createEndpoint(shop.url, ['report.ready'])).webhook.id,
    (
      await webhookCalls(by, { as: 'ownerB', mode: 'live', merchant: ids.merchantB1.replaceAll('-', '') }).createEndpoint(
        'https://b.example/',
        ['report.ready'],
      )
    ).webhook.id,
  ]
  const staffId = crypto.randomUUID()
  const endpoint = crypto.randomUUID()
  await by.ownerSql(
    `insert into staff (id, email, first_name, last_name, roles, created_at) values ($1::uuid, $1::text || '@provider.test', 'Ada', 'Vega', '{admin}', now())`,
    [staffId],
  )
  const seal = endpointSeal(services.config.keySecrets, endpoint)
  await by.ownerSql(
    `insert into provider_endpoints (id, mode, url, events, secret, old_secret, old_secret_ends_at, created_at, created_by)
     values ($1, 'live', 'https://provider.example', '{x}', $2, $3, now(), now(), $4)`,
    [endpoint, seal.close('whsec_one'), seal.close('whsec_two'), staffId],
  )
  return { key, webhooks }
}

/** The private keys that a server can present to the shop, and whether it can sign for a webhook. */
async function readBy({ services }: TestServer, { key, webhooks }: Awaited<ReturnType<typeof write>>) {
  const keys = await services.database.read(scope, (db) =>
    keptKeys(db, scope, { first: key.id, url: 'https://nowhere.example', secrets: services.config.keySecrets, now: services.now() }),
  )
  shop.received.length = 0
  await webhookCalls(newOrder!).test(webhooks[0] ?? '')
  return { kept: keys.map(({ token }) => token === key.token), sent: await sendWebhooks(services), received: shop.received.length }
}

it('is read by servers of either order, ended in the middle, run again, and done when nothing needs the former key', async () => {
  const [one, other] = [earlierOrder!, newOrder!]
  await assertDecryptable(one.services.database, secretsBySetting(one.services.config))
  const first = await write(one)
  await assertDecryptable(other.services.database, secretsBySetting(other.services.config))
  await write(other, mintScope(ids.merchantA2, 'sandbox'))
  expect(await counts(next, former)).toEqual({ current: 5, earlier: 5, unreadable: 0 })
  for (const server of [one, other]) expect(await readBy(server, first)).toEqual({ kept: [true], sent: 1, received: 1 })

  // Another transaction holds the last of the rows: the command has done the others when it is killed.
  const holder = new pg.Client({ connectionString: one.database.ownerUrl, options: '-c search_path=trastienda' })
  await holder.connect()
  let half = await counts(next, former)
  try {
    await holder.query('begin')
    await holder.query('select from provider_endpoints for update')
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%provider_endpoints%'`
    // On a very busy machine the others may not be done yet.
    while (half.current === 5) {
      const { child, output } = startCommand([next, former])
      while (child.exitCode === null && (await one.ownerSql(waiting)).length === 0) await sleep(20)
      if (child.exitCode !== null) throw new Error(`the command ended with ${child.exitCode}: ${output.join('')}`)
      child.kill('SIGKILL')
      if (child.signalCode === null) await once(child, 'exit')
      half = await counts(next, former)
    }
    expect(half.unreadable).toBe(0)
    expect(half.earlier).toBeGreaterThan(0)
    expect(half.current).toBeGreaterThan(5)
    expect(await command([next, former])).toMatch(/^A value could not be written in time: .* run this again/)
    half = await counts(next, former)
    expect(half.earlier).toBeGreaterThan(0)
  } finally {
    await holder.end()
  }

  await expect(assertDecryptable(one.services.database, under(next))).rejects.toThrow(
    new RegExp(`^KEY_ENCRYPTION_KEY: ${half.earlier} stored values? .* Add the former value to KEY_ENCRYPTION_KEY_FALLBACKS`),
  )
  expect(await counts(next, former)).toEqual(half)

  const done = await command([next, former])
  expect(done).toContain('private keys of shops (KEY_ENCRYPTION_KEY): 2 under the first value')
  expect(done).toContain('Nothing stored needs a fallback any more.\nKEY_ENCRYPTION_KEY_FALLBACKS may be removed')
  expect(done).not.toContain('SESSION_SECRET_FALLBACKS')
  expect(await counts(next)).toEqual({ current: 10, earlier: 0, unreadable: 0 })
  for (const server of [one, other]) expect(await readBy(server, first)).toEqual({ kept: [true], sent: 1, received: 1 })

  expect(await recorded()).toContainEqual({
    call: 'operator.encrypt-again',
    after: { shopKeys: 1, webhooks: 2, providerEndpoints: 2 },
    staff_id: null,
  })

  // A start forgets no secret: another server may still have it first.
  expect(await assertDecryptable(stored().database, under(next))).toBeNull()
  expect(await command([next, former])).toContain('may be removed')
  expect(await idsUsed()).toHaveLength(2)
  expect(await command([next])).not.toContain('may be removed')
  expect(await idsUsed()).toHaveLength(1)
})

it('says of the fallbacks of SESSION_SECRET that they still verify', async () => {
  const sessionSecrets: Secrets = [newOrder!.services.config.sessionSecrets[0], former]
  const both = await commandWith({ ...stored(), config: { keySecrets: [next, former], sessionSecrets } }, [])
  expect(both).toMatch(/KEY_ENCRYPTION_KEY_FALLBACKS may be removed.*\nSESSION_SECRET_FALLBACKS still verifies what was made with it/)
  const onlySession = await commandWith({ ...stored(), config: { keySecrets: [next], sessionSecrets } }, [])
  expect(onlySession).toMatch(/any more\.\nSESSION_SECRET_FALLBACKS still verifies/)
})

it('hashes the members of audiences again, and says which another server filled under an earlier value meanwhile', async () => {
  const { database } = stored()
  const own = newOrder!.services.config.sessionSecrets[0]
  const config = { keySecrets: [next] as Secrets, sessionSecrets: [third, own] as Secrets }
  const { fromOperations, refresh } = audienceCalls(newOrder!, { mode: 'sandbox' })
  await sell(newOrder!, [{ email: 'ana@mora.test', mode: 'sandbox', captured: false }])
  const { uuid } = (await fromOperations()).body
  await newOrder!.runClock()
  const hashed = /^1 audience made from operations \(SESSION_SECRET\): 1 member hashed again with the first value; 0 removed/
  expect(await commandWith({ database, config }, [])).toMatch(hashed)
  expect((await recorded()).slice(-2).map(({ after }) => after)).toEqual([{ audiences: 1 }, { members: 1 }])
  expect(await command([next])).toContain('1 audience made from operations: under a value of SESSION_SECRET that is no longer set')
  const refill = async () => {
    await refresh(uuid)
    await newOrder!.runClock()
  }
  await refill()
  let isRefilled = false
  const filled = Object.assign(Object.create(database) as typeof database, {
    write: async (...args: Parameters<typeof database.write>) => {
      if (args[0]?.merchantId === ids.merchantA1 && !isRefilled) {
        isRefilled = true
        await refill()
      }
      return database.write(...args)
    },
  })
  expect(await commandWith({ database: filled, config }, [])).toMatch(
    /^1 audience made from operations: filled under an earlier value of SESSION_SECRET meanwhile\. Restart every server/,
  )
  expect(await commandWith({ database, config }, [])).toContain('Nothing stored needs a fallback any more.')
})

it('keeps what was changed while it ran', async () => {
  const { database } = stored()
  const [webhook] = await newOrder!.ownerSql<{ id: string }>('select id from webhooks where merchant_id = $1 order by id limit 1', [
    ids.merchantB1,
  ])
  const read = () => newOrder!.ownerSql<{ secret: string }>('select secret from webhooks where id = $1', [webhook?.id])
  const changing = Object.assign(Object.create(database) as typeof database, {
    write: async (...args: Parameters<typeof database.write>) => {
      if (args[0]?.merchantId === ids.merchantB1)
        await newOrder!.ownerSql(`update webhooks set secret = 'renewed meanwhile' where id = $1`, [webhook?.id])
      return database.write(...args)
    },
  })
  const [before] = await read()
  await encryptAgain(changing, under(third, next))
  expect(await read()).toEqual([{ secret: 'renewed meanwhile' }])
  await newOrder!.ownerSql('update webhooks set secret = $2 where id = $1', [webhook?.id, before?.secret])
  expect(await counts(third, next)).toMatchObject({ earlier: 1, unreadable: 0 })
  await encryptAgain(database, under(next, third))
})

it('gives up what no value decrypts only by its number, and then the start goes on', async () => {
  const unreadable = (await counts(third)).unreadable
  expect(unreadable).toBe(10)
  await expect(assertDecryptable(stored().database, under(third))).rejects.toThrow(`KEY_ENCRYPTION_KEY: ${unreadable} stored values`)
  const alone: Secrets = [third]
  await expect(assertDecryptable(stored().database, { KEY_ENCRYPTION_KEY: alone, SESSION_SECRET: alone })).rejects.toThrow(
    /^SESSION_SECRET: 10 stored values .* to SESSION_SECRET_FALLBACKS/,
  )
  expect(await command([third], 'forget', '9')).toBe('10 values cannot be decrypted, not 9: no stored value was changed.')
  expect(await command([third])).toContain('run it with: forget 10')
  expect(await counts(next)).toMatchObject({ current: 10 })
  // One more comes in between: it was not among those counted, and stays.
  const { database } = stored()
  let hasCome = false
  const counted = Object.assign(Object.create(database) as typeof database, {
    write: async (...args: Parameters<typeof database.write>) => {
      if (!hasCome) await webhookCalls(newOrder!).createEndpoint(shop.url, ['report.ready'])
      hasCome = true
      return database.write(...args)
    },
  })
  const config = { keySecrets: [third], sessionSecrets: newOrder!.services.config.sessionSecrets } as const
  expect(await commandWith({ database: counted, config }, ['forget', '10'])).toMatch(/^1 value cannot be decrypted/)
  expect(await counts(third)).toEqual({ current: 0, earlier: 0, unreadable: 1 })
  expect(await counts(next)).toMatchObject({ current: 1, unreadable: 0 })
  expect(await recorded()).toContainEqual({
    call: 'operator.give-up-secrets',
    after: { shopKeys: 2, webhooks: 4, providerEndpoints: 4 },
    staff_id: null,
  })
  expect(await command([third], 'forget', '1')).toContain('Nothing stored needs a fallback any more.')
  expect(await counts(third)).toEqual({ current: 0, earlier: 0, unreadable: 0 })
  expect(await assertDecryptable(stored().database, under(third))).toBeNull()
})

it('stores a key that was given up again with the next order that is created with it', async () => {
  const { services } = newOrder!
  const other = mintScope(ids.merchantB1, 'sandbox')
  const key = await services.database.write(other, async (db) =>
    issueKey(db, other, { kind: 'private', by: personas.ownerA.id, secrets: [next], now: services.now() }),
  )
  const keys = () =>
    services.database.read(other, (db) =>
      keptKeys(db, other, { first: key.id, url: 'https://nowhere.example', secrets: [third], now: services.now() }),
    )
  const order = (keySecrets: Secrets) =>
    services.database.write(other, async (db) => keepKey(db, other, { keyId: key.id, token: key.token }, keySecrets))
  await order([third])
  expect(await keys()).toEqual([])
  expect(await command([third], 'forget', '1')).toContain('Nothing stored needs a fallback')
  expect(await keys()).toEqual([])
  await order([third])
  expect(await keys()).toEqual([{ keyId: key.id, token: key.token }])
})

it('knows every column that holds a secret to be used again', async () => {
  const columns = await newOrder!.ownerSql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'trastienda'
       and (column_name like '%secret%' or column_name like '%sealed%') and data_type in ('text', 'bytea') order by 1`,
  )
  const known = encryptedColumns.map(({ table, column }) => `${table.strings.join('')}.${column.strings.join('')}`)
  // Under a secret of the caller too, for five minutes.
  expect(columns.map(({ name }) => name)).toEqual([...known, 'continuations.sealed'].toSorted())
})
