import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findActivities } from './findActivities.ts'

const activities = JSON.parse(readFileSync('server/merchants/places/data/business_activities.json', 'utf8')) as {
  code: string
  name: string
  cnae: string[]
  words: string[]
}[] // our own file
const first = (text: string) => findActivities(activities, text)[0]?.code

it.each([
  ['muebles', '06'],
  ['sofa', '06'],
  ['BICIS', '09'],
  ['dentista', '24'],
  ['placas solares', '31'],
  ['gafas', '14'],
  ['47.71', '01'],
  ['segunda mano', '21'],
])('finds an activity by «%s»', (text, code) => expect(first(text)).toBe(code))

it('offers all activities for an empty search, and none for nonsense', () => {
  expect(findActivities(activities, ' ')).toHaveLength(activities.length)
  expect(findActivities(activities, 'zzz')).toEqual([])
})
