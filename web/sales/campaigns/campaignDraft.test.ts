import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../../platform/api/apiFailure.ts'
import {
  endOf,
  firstDay,
  isMidnight,
  lastDay,
  startOf,
  typedFields,
  withField,
  withoutSent,
  type Terms,
  type Typed,
} from './campaignDraft.ts'
import { makeUnsavedChanges } from './unsavedChanges.ts'

const campaign: Terms = {
  name: 'Otoño',
  scope: 'bulk',
  startDate: null,
  endDate: null,
  interest: 0,
  numInstalments: [3, 6],
  minOrderAmount: null,
  maxOrderAmount: null,
  waitingPeriod: 0,
  channels: ['online'],
  audienceUuid: null,
  budgetAmount: null,
}

describe('campaign dates in Madrid', () => {
  it('start and end at Madrid midnight in summer, in winter and on DST changes', () => {
    expect([startOf('2026-07-01'), startOf('2026-12-01')]).toEqual(['2026-06-30T22:00:00.000Z', '2026-11-30T23:00:00.000Z'])
    expect([endOf('2026-10-24'), endOf('2026-10-25'), endOf('2026-12-31')]).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-12-31T23:00:00.000Z',
    ])
  })

  it.each(['2026-03-28', '2026-03-29', '2026-10-25', '2026-12-31'])('%s survives a round trip', (day) => {
    expect([firstDay(startOf(day)), lastDay(endOf(day))]).toEqual([day, day])
    expect([isMidnight(startOf(day)), isMidnight(endOf(day)), isMidnight(`${day}T12:00:00.000Z`)]).toEqual([true, true, false])
  })
})

describe('unsaved changes', () => {
  it('are stored by field in page order, and dropped when reverted', () => {
    const typed = withField(withField({}, campaign, 'interest', 500), campaign, 'name', 'Invierno')
    expect(typedFields(typed)).toEqual(['name', 'interest'])
    expect(withField(typed, campaign, 'name', 'Otoño')).toEqual({ interest: 500 })
    expect(withField({}, campaign, 'numInstalments', [3, 6])).toEqual({})
  })

  it('are dropped once sent, unless changed again meanwhile', () => {
    const sent = { name: 'Inv', numInstalments: [3] }
    expect(withoutSent({ name: 'Invierno', numInstalments: [3], endDate: null }, sent)).toEqual({ name: 'Invierno', endDate: null })
  })
})

describe('a campaign of which an answer is lost', () => {
  const timeout = new ApiFailure({ status: 0, type: 'Timeout', message: 'Timeout', outcomeUnknown: true })
  const inFlight = new ApiFailure({ status: 409, type: 'IdempotencyInFlight', message: 'IdempotencyInFlight' })
  const refused = new ApiFailure({ status: 422, type: 'ApiValidationException', message: 'ApiValidationException' })

  /** Unsaved changes with the name 'A', and a server whose first answers are these failures. */
  function begun(...failures: ApiFailure[]) {
    const sent: (Typed & { creates: boolean })[] = []
    const keys: string[] = []
    let left: Typed = {}
    let isStored = false
    const unsaved = makeUnsavedChanges((typed) => (left = typed))
    const save = () =>
      unsaved.saveAll({
        async send(typed, key) {
          sent.push({ ...typed, creates: !isStored })
          keys.push(key)
          const failure = failures.shift()
          if (failure) throw failure
          isStored = true
        },
      })
    unsaved.change(campaign, 'name', 'A')
    return { unsaved, save, sent, keys, failures, left: () => left }
  }

  it('is asked for again under the same key, also while the first request is still running, and under another once refused', async () => {
    const { save, keys } = begun(timeout, inFlight, refused)
    for (const failure of [timeout, inFlight, refused]) await expect(save()).rejects.toBe(failure)
    await save()
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
  })

  it('is saved only with what was typed after it', async () => {
    const { unsaved, save, sent, left } = begun(timeout)
    await expect(save()).rejects.toBe(timeout)
    unsaved.change(campaign, 'name', 'AB')
    await save()
    expect(sent.slice(1)).toEqual([
      { name: 'A', creates: true },
      { name: 'AB', creates: false },
    ])
    expect(left()).toEqual({})
  })

  it('repeats a lost change as it was before what was typed after it', async () => {
    const { unsaved, save, sent, keys, failures } = begun()
    await save()
    unsaved.change(campaign, 'name', 'B')
    failures.push(timeout)
    await expect(save()).rejects.toBe(timeout)
    unsaved.change(campaign, 'interest', 900)
    await save()
    expect(sent.slice(1)).toEqual([{ name: 'B' }, { name: 'B' }, { interest: 900 }].map((typed) => ({ ...typed, creates: false })))
    expect(keys[2]).toBe(keys[1])
    expect(keys[3]).not.toBe(keys[1])
  })

  it('gets back the value that was typed over', async () => {
    const { unsaved, save, sent } = begun(timeout)
    await expect(save()).rejects.toBe(timeout)
    unsaved.change(campaign, 'name', campaign.name)
    await save()
    expect(sent.at(-1)).toEqual({ name: campaign.name, creates: false })
  })
})
