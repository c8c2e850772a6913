import { expect, it } from 'vitest'
import { shortId } from '#domain/platform/shortId'
import { newId } from './newId.ts'

it('makes unique UUIDs of version 7 that sort by their millisecond', () => {
  const at = Date.parse('2026-11-22T10:00:00Z')
  const ids = Array.from({ length: 2_000 }, (_, ms) => newId(new Date(at + ms)))
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(Array.from({ length: 2_000 }, () => newId(new Date(at)))).size).toBe(2_000)
})

it('has other last digits for each thing of one instant, by which people tell them apart', () => {
  const numbers = Array.from({ length: 3 }, () => shortId(newId(new Date('2026-11-28T10:00:00Z'))))
  expect(new Set(numbers).size).toBe(3)
  for (const number of numbers) expect(number).toMatch(/^[0-9A-F]{8}$/)
})
