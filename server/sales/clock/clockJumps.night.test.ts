import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectableFrom, isCollectable } from '#domain/sales/operations/collection'
import { addDays, daysBetween, localDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { testCards } from '../../testing/clock/testCards.ts'
import { assertBooks, giveCard, writeOperations } from '../../testing/clock/clockFixture.ts'

const hour = 3_600_000
const day = 24 * hour
const [first, last] = [localDate('2024-01-01'), localDate('2030-12-31')]

describe('Madrid days', () => {
  it('an instalment is collectable exactly from 00:00 in Madrid on its due date, every day from 2024 to 2030', () => {
    let days = 0
    const wrong: string[] = []
    for (let due = first; due <= last; due = addDays(due, 1)) {
      const from = collectableFrom(due, null).getTime()
      // Around midnight in Madrid and in UTC: 23:00 to 02:00, minute by minute.
      for (let at = from - 2 * hour; at <= from + 3 * hour; at += 60_000) {
        const instant = new Date(at)
        if (isCollectable(due, null, instant) !== madridDay(instant) >= due) wrong.push(instant.toISOString())
      }
      if (isCollectable(due, null, new Date(from - 1)) || madridDay(new Date(from)) !== due) wrong.push(due)
      days += 1
    }
    expect(wrong).toEqual([])
    expect(days).toBe(daysBetween(first, last) + 1)
  })

  it.each(['UTC', 'Europe/Madrid', 'America/Los_Angeles'])('are the same on a machine in %s', (TZ) => {
    const script = `
      const { collectableFrom } = await import(${JSON.stringify(join(import.meta.dirname, '../../../domain/sales/operations/collection.ts'))})
      const { addDays, localDate } = await import(${JSON.stringify(join(import.meta.dirname, '../../../domain/platform/dates.ts'))})
      let all = 0n
      for (let due = localDate('${first}'); due <= '${last}'; due = addDays(due, 1)) all = all * 31n % 1000000007n + BigInt(collectableFrom(due, null).getTime())
      console.log(String(all))`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, TZ }, encoding: 'utf8' })
    let sum = 0n
    for (let due = first; due <= last; due = addDays(due, 1)) sum = ((sum * 31n) % 1_000_000_007n) + BigInt(startOfMadridDay(due).getTime())
    expect(run.stdout.trim()).toBe(String(sum))
  })
})

describe('on the server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(async () => {
    await assertBooks(server.database.ownerUrl)
    await server.close()
  })

  it.each(['UTC', 'Europe/Madrid', 'Pacific/Auckland'])('the database computes the same instants in time zone %s', async (zone) => {
    const rows = await server.ownerSql<{ day: string; at: Date }>(
      `with zone as (select set_config('TimeZone', $3, true))
       select d::date::text as day, (d::date)::timestamp at time zone 'Europe/Madrid' as at from zone, generate_series($1::timestamp, $2::timestamp, interval '1 day') d`,
      [first, last, zone],
    )
    expect(rows).toHaveLength(daysBetween(first, last) + 1)
    expect(rows.filter((row) => row.at.getTime() !== startOfMadridDay(localDate(row.day)).getTime())).toEqual([])
  })

  it('clocks that jump a day back and forth do nothing twice and leave no negative duration', async () => {
    const cards = testCards(server.services.payments.cards)
    server.services.payments = { ...server.services.payments, cards }
    const base = server.services.now().getTime()
    const bought = await writeOperations(
      server.database.ownerUrl,
      Array.from({ length: 12 }, (_, nth) => ({ createdAt: new Date(base - nth * 7 * hour), totalCents: 20_000 + nth, numInstalments: 3 })),
    )
    await giveCard(server, bought)
    const open = await writeOperations(
      server.database.ownerUrl,
      Array.from({ length: 12 }, (_, nth) => ({
        substatus: 'pending_merchant' as const,
        confirmBy: new Date(base + nth * 9 * hour),
        createdAt: new Date(base - hour),
      })),
    )
    let at = base
    // Three steps forward, two back; each of two processes has its own clock.
    for (let round = 0; round < 400; round += 1) {
      at += [day, -day, hour, day, -hour][round % 5] ?? 0
      const skewed = { ...server.services, now: () => new Date(at + (round % 2 === 0 ? 2 * 60_000 : -2 * 60_000)) }
      await server.runClock(skewed)
      await server.runClock({ ...server.services, now: () => new Date(at - day) })
    }
    const negative = await server.ownerSql(
      `select o.id from operations o where o.ended_at < o.created_at
       union all select i.operation_id from instalments i where i.paid_at < i.due_on::timestamp at time zone 'Europe/Madrid'
       union all select o.id from operations o where o.status_reason = 'merchant_failed_to_confirm' and o.ended_at < o.confirm_by`,
    )
    expect(negative).toEqual([])
    const [twice] = await server.ownerSql<{ ended: number; paid: number; paid_events: number; journals: number }>(
      `select (select count(*)::integer from operation_events where event = 'confirmation_expired') as ended,
         (select count(*)::integer from instalments where state = 'paid') as paid,
         (select count(*)::integer from operation_events where event in ('instalment_collected', 'last_instalment_collected')) as paid_events,
         (select count(*)::integer from ledger_journals where kind = 'instalment') as journals`,
    )
    expect(twice).toEqual({ ended: open.length, paid: cards.taken.size, paid_events: cards.taken.size, journals: cards.taken.size })
    expect(cards.taken.size).toBeGreaterThan(12)
    expect(new Set(cards.requests.map(({ id }) => id)).size).toBe(cards.requests.length)
  })
})
