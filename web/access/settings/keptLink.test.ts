import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { wipeDrafts } from '../../platform/session/drafts.ts'
import { testStorage } from '../../testing/testStorage.ts'
import { forgetKeptLink, keptLink } from './keptLink.ts'

beforeEach(() => vi.stubGlobal('sessionStorage', testStorage()))
afterEach(() => void vi.unstubAllGlobals())

const opened = (value: unknown) => sessionStorage.setItem('tab:link', JSON.stringify(value))
const link = { uuid: 'u', token: 't' }

it('outlives the sign-in and a reload, for an hour, until it is used or somebody signs out', () => {
  opened({ ...link, at: 1_000 })
  expect([keptLink(2_000), keptLink(3_600_000), keptLink(3_601_000)]).toEqual([link, link, null])
  forgetKeptLink()
  expect(keptLink(2_000)).toBeNull()
  opened({ ...link, at: 1_000 })
  wipeDrafts()
  expect(keptLink(2_000)).toBeNull()
})

it.each([null, 'x', {}, { uuid: 'u' }, { ...link }, { uuid: 1, token: 't', at: 1 }])('is none where %j is kept', (value) => {
  opened(value)
  expect(keptLink(2)).toBeNull()
})
