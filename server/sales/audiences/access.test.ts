import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { AUDIENCES_OF_SHOP } from '#domain/sales/campaigns/audience'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { addresses, audienceCalls, digest, digests, type By } from '../../testing/audiences/testAudience.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z') })
})
afterAll(() => server.close())

const calls = (by?: By) => audienceCalls(server, by)
const membersOf = async (uuid: string) =>
  (
    await server.ownerSql<{ many: number }>('select count(*)::integer as many from audience_members where audience_id = $1', [uuidOf(uuid)])
  )[0]?.many

describe('audience access', () => {
  it('hides audiences of another shop or mode, and refuses to change them', async () => {
    const uuid = await calls().ready(addresses(20))
    const outsiders = [
      calls({ mode: 'sandbox' }),
      calls({ merchant: hexOf(ids.merchantA2) }),
      calls({ as: 'ownerB', merchant: hexOf(ids.merchantB1) }),
    ]
    for (const other of outsiders) {
      const its = await other.ready(addresses(20))
      const answers = await Promise.all([
        other.view(uuid),
        other.rename(uuid, 'Mía'),
        other.refresh(uuid),
        other.erase(uuid),
        other.contains(uuid, digest('cliente1@mora.test')),
        other.overlap(uuid),
        other.overlap(its, uuid),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
      expect((await other.list()).body.results.map((one) => one.uuid)).not.toContain(uuid)
      expect((await other.names()).body.map((one) => one.uuid)).not.toContain(uuid)
    }
    expect(await membersOf(uuid)).toBe(20)
  })

  test.each([
    ['editorA', ids.merchantA1, 'PermissionDenied'],
    ['guestA', ids.merchantA1, 'PermissionDenied'],
    ['limitedA', ids.merchantA2, 'PermissionDenied'],
    ['disabledC', ids.merchantC1, 'AccountDisabled'],
  ] as const)('such as %s may neither look nor act', async (as, merchant, type) => {
    const denied = calls({ as, merchant: hexOf(merchant) })
    const uuid = 'f'.repeat(32)
    const answers = await Promise.all([
      denied.list(),
      denied.names(),
      denied.preview({ identifierType: 'email' }),
      denied.view(uuid),
      denied.create(digests(addresses(20))),
      denied.fromOperations(),
      denied.rename(uuid, 'Nombre'),
      denied.refresh(uuid),
      denied.erase(uuid),
      denied.contains(uuid, digest('a@b.es')),
      denied.overlap(uuid),
    ])
    expect(answers.map(({ status, error }) => [status, error.type])).toEqual(answers.map(() => [403, type]))
  })

  it('returns members in no answer and no audit entry', async () => {
    const uuid = await calls().ready(addresses(20))
    const texts = await Promise.all([calls().list(), calls().view(uuid), calls().names(), calls().overlap(uuid)])
    const lines = await server.ownerSql<{ text: string }>(
      `select concat(before, after) as text from audit_entries where entity = 'audience'`,
    )
    const all = [...texts.map(({ raw }) => raw), ...lines.map(({ text }) => text)].join('\n')
    expect(all).not.toMatch(/cliente\d+@|[0-9a-f]{64}/)
  })
})

describe('the list of audiences', () => {
  it('is sorted newest first and paginated, with erased ones apart', async () => {
    const ownCalls = calls({ mode: 'sandbox', merchant: hexOf(ids.merchantA2) })
    const first = (await ownCalls.list()).body.counts
    const uuids: string[] = []
    for (let nth = 0; nth < 26; nth += 1) {
      server.moveClock(1_000)
      uuids.push((await ownCalls.create(digests(addresses(20)))).body.uuid)
    }
    const { body } = await ownCalls.list()
    expect([body.counts.kept, body.results.length, body.next]).toEqual([first.kept + 26, 25, 2])
    expect(body.results[0]?.uuid).toBe(uuids.at(-1))
    await ownCalls.erase(uuids[0] ?? '')
    const after = (await ownCalls.list({ status: 'erased' })).body
    expect([after.counts, after.results.map(({ uuid }) => uuid)]).toEqual([{ kept: first.kept + 25, erased: 1 }, [uuids[0]]])
  })

  it(`holds ${AUDIENCES_OF_SHOP} at most`, async () => {
    const ownCalls = calls({ as: 'ownerB', mode: 'sandbox', merchant: hexOf(ids.merchantB1) })
    const { kept } = (await ownCalls.list()).body.counts
    await server.ownerSql(
      `insert into audiences (merchant_id, mode, id, name, name_key, source, identifier_type, basis, file_rows, file_duplicates, file_invalid, key_mark, created_at, filled_at)
      select $1, 'sandbox', gen_random_uuid(), 'n' || n, 'n' || n, 'csv', 'email', 'consent', 0, 0, 0, '\\x00', now(), now() from generate_series(1, $2) n`,
      [ids.merchantB1, AUDIENCES_OF_SHOP - kept],
    )
    const { status, error } = await ownCalls.create(digests(addresses(20)))
    expect([status, error.message]).toEqual([409, expect.stringContaining(String(AUDIENCES_OF_SHOP))])
  })
})
