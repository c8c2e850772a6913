import { afterAll, beforeAll, expect, it } from 'vitest'
import { shortId } from '#domain/platform/shortId'
import { trigrams, normaliseText } from '#domain/sales/operations/search'
import { withClient } from '../../platform/database/withClient.ts'
import { sql } from '../../platform/database/sql.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { plain, rebuildSearchEntries } from '../lifecycle/operationSearch.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const find = async (q: string) => {
  const { body } = await server.call('operationList', { params: { merchantId: hexOf(ids.merchantA1) }, query: { q }, as: 'ownerA' })
  return body.results.map(({ customerName }) => customerName.replace(/^Ana /, '')).toSorted()
}

it('search finds a name or an amount in any spelling variant', async () => {
  const names = ["O'Connor", 'O’Connor', 'Oʼconnor', 'O´Connor', 'Peña–Núñez', 'Peña-Núñez', 'Weiß', 'Œuvré', 'ﬁnca', 'Lo\u00adpez']
  await writeOperations(
    server.database.ownerUrl,
    names.map((lastName, at) => ({ lastName, totalCents: at === 0 ? 60_000 : 123_456, email: `forma${at}@correo.test` })),
  )
  // Written by an earlier version: only lower case without accents.
  const former = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
  await withClient(server.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string; name: string }>(
      `select id, concat_ws(' ', first_name, last_name, mid) as name from operations`,
    )
    for (const { id, name } of rows) {
      await client.query('update operations set search_text = $2 where id = $1', [id, former(name)])
      await client.query('update operation_trigrams set grams = $2 where operation_id = $1', [
        id,
        trigrams(`${ids.merchantA1}:live`, former(name)),
      ])
    }
    await client.query(`insert into search_renewals (merchant_id, mode) select id, 'live' from merchants`)
  })
  expect(await rebuildSearchEntries(server.services)).toBeGreaterThan(4)
  expect(await rebuildSearchEntries(server.services)).toBe(0)

  const irish = names.slice(0, 4).toSorted()
  for (const q of ["O'Connor", 'O’Connor', 'oʼconnor', 'o´connor', 'O`CONNOR', '\uff2f\uff07connor', '\u202ao’connor\u202c'])
    expect([q, await find(q)]).toEqual([q, irish])
  for (const q of ['peña-núñez', 'Peña–Núñez', 'pena‐nunez', 'PENA−NUNEZ'])
    expect([q, await find(q)]).toEqual([q, ['Peña-Núñez', 'Peña–Núñez']])
  expect([
    await find('weiss'),
    await find('WEIß'),
    await find('œuvre'),
    await find('oeuvré'),
    await find('finca'),
    await find('ﬁnca'),
    await find('lopez'),
  ]).toEqual([['Weiß'], ['Weiß'], ['Œuvré'], ['Œuvré'], ['ﬁnca'], ['ﬁnca'], ['Lo\u00adpez']])
  for (const q of ['600,00 EUR', '600 €', '€600', "600'00", '600.00', '\uff16\uff10\uff10\uff0c\uff10\uff10'])
    expect([q, await find(q)]).toEqual([q, ["O'Connor"]])
  for (const q of ['1 234,56', '1\u00a0234,56 €', '1.234,56', '1,234.56', '1234,56'])
    expect([q, (await find(q)).length]).toEqual([q, names.length - 1])
})

it('search finds an operation by the number that letters, notices and receipts give for it or for its refund, in its own shop and mode', async () => {
  const places = [
    { lastName: 'Numerada', merchantId: ids.merchantA1, mode: 'live', as: 'ownerA' },
    { lastName: 'Ajena', merchantId: ids.merchantB1, mode: 'live', as: 'ownerB' },
    { lastName: 'Hermana', merchantId: ids.merchantA2, mode: 'live', as: 'ownerA' },
    { lastName: 'Prueba', merchantId: ids.merchantA1, mode: 'sandbox', as: 'ownerA' },
  ] as const
  const written = await writeOperations(
    server.database.ownerUrl,
    places.map(({ lastName, merchantId, mode }) => ({ lastName, merchantId, mode, mid: null })),
  )
  const refunds: string[] = []
  for (const [at, { merchantId, mode, as }] of places.entries()) {
    const params = { merchantId: hexOf(merchantId), operationId: written[at] ?? '' }
    const { body } = await server.call('operationRefund', { params, body: { amount: 100 }, as, mode })
    refunds.push(body.refund.id)
  }
  const [[first = '', ...others], [refund = '', ...otherRefunds]] = [written, refunds]
  expect(await find(shortId(first))).toEqual(['Numerada'])
  expect(await find(shortId(first).toLowerCase())).toEqual(['Numerada'])
  expect(await find(shortId(refund))).toEqual(['Numerada'])
  for (const id of [...others, ...otherRefunds]) expect(await find(shortId(id))).toEqual([])
  expect(await find('0123abcd')).toEqual([])
})

it('normalisation in SQL equals that of the index', async () => {
  const texts = ["O’C´o`n'nor", 'a‐b–c—d−e', 'Œæßøłđðþı', 'ÀÉÎõüñÇ', 'ﬁﬂ\uff11\uff21', 'a\u200bb\u00adc\u202ed\ufe0f', 'Ł Ø Þ', 'I\u0307']
  const rows = await server.services.database.read(null, (db) =>
    db.rows<{ seen: string }>(
      sql`select ${plain(sql`t.text`)} as seen from unnest(${texts}::text[]) with ordinality as t (text, nth) order by t.nth`,
    ),
  )
  expect(rows.map(({ seen }) => seen)).toEqual(texts.map(normaliseText))
})
