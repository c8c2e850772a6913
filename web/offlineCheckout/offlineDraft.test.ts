import { expect, it } from 'vitest'
import { isBegun, newOfflineDraft, readOfflineDraft } from './offlineDraft.ts'

const key = 'k'.repeat(32)

it('a sale is begun once something of it is typed, also when it is read back', () => {
  const begun = { ...newOfflineDraft(key), amount: 14_990 }
  const readBack = (draft: object) => readOfflineDraft(JSON.parse(JSON.stringify(draft)))
  expect([newOfflineDraft(key), begun, { ...begun, amount: null }].map(isBegun)).toEqual([false, true, false])
  expect([readBack(newOfflineDraft(key)), readBack(begun)].map((draft) => draft && isBegun(draft))).toEqual([false, true])
})
