import { expect, it } from 'vitest'
import { shopsApi, type ShopCallName } from './shopsApi.ts'

const names = Object.keys(shopsApi) as ShopCallName[]

it('every write of the shops’ API requires a right', () => {
  const needing = names.filter((name) => shopsApi[name].policy.right !== null)
  const changes = /Create|Refund$|Capture$|Void$|Cancel$|Cart$|Replace|Update|Remove|Add|Evidence|settlement/
  const changing = names.filter((name) => changes.test(name))
  expect(needing.toSorted()).toEqual(changing.toSorted())
})
