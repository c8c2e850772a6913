import { expect, it } from 'vitest'
import { isBegun, newOfflineDraft, readOfflineDraft } from './offlineDraft.ts'

it('a draft counts as begun once anything is typed, also after it is restored from storage', () => {
  const begun = { ...newOfflineDraft(), amount: 14_990 }
  const readBack = (draft: object) => readOfflineDraft(JSON.parse(JSON.stringify(draft)))
  expect([newOfflineDraft(), begun, { ...begun, amount: null }].map(isBegun)).toEqual([false, true, false])
  expect([readBack(newOfflineDraft()), readBack(begun)].map((draft) => draft && isBegun(draft))).toEqual([false, true])
})
