import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choosableColumns, columnsWithin, listColumns, shareOf, usualColumns } from './listColumns.ts'

const chosen = fc.subarray([...choosableColumns])

describe('the columns of the list', () => {
  it('are the usual ones at 1200 px, beside the menu', () => {
    expect(columnsWithin(usualColumns, 1_200 - 232)).toEqual(usualColumns)
  })
  it('never leave out who, where it stands and how much, and never show what was not chosen', () => {
    fc.assert(
      fc.property(chosen, fc.integer({ min: 0, max: 3_000 }), (some, room) => {
        const shown = columnsWithin(some, room)
        expect(shown).toEqual(expect.arrayContaining(['customer', 'state', 'amount']))
        expect(shown.filter((column) => !some.some((one) => one === column))).toEqual(['customer', 'state', 'amount'])
        expect(shown).toEqual(listColumns.filter((column) => shown.includes(column)))
      }),
    )
  })
  it('give way where there is no room, the extras first', () => {
    expect(columnsWithin(choosableColumns, 1_310)).toEqual(listColumns)
    expect(columnsWithin(choosableColumns, 1_200)).toEqual(listColumns.filter((column) => column !== 'settlement'))
    expect(columnsWithin(choosableColumns, 1_080)).toEqual(usualColumns.toSpliced(2, 0, 'order'))
    expect(columnsWithin(choosableColumns, 0)).toEqual(['customer', 'state', 'amount'])
  })
  it('share the whole width', () => {
    fc.assert(
      fc.property(chosen, (some) => {
        const shown = columnsWithin(some, 3_000)
        const whole = shown.reduce((sum, column) => sum + shareOf(column, shown), 0)
        expect(Math.abs(whole - 100)).toBeLessThan(1)
      }),
    )
  })
})
