import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choosableColumns, columnsWithin, listColumns, mediumColumns, shareOf, defaultColumns } from './listColumns.ts'

const chosen = fc.subarray([...choosableColumns])

describe('columns of the list', () => {
  it('at 1200 px minus the menu, the default columns fit', () => {
    expect(columnsWithin(defaultColumns, 1_200 - 232)).toEqual(defaultColumns)
  })
  it('always include customer, status and amount, and otherwise only chosen columns', () => {
    fc.assert(
      fc.property(chosen, fc.integer({ min: 0, max: 3_000 }), (some, room) => {
        const shown = columnsWithin(some, room)
        expect(shown).toEqual(expect.arrayContaining(['customer', 'state', 'amount']))
        expect(shown.filter((column) => !some.some((one) => one === column))).toEqual(['customer', 'state', 'amount'])
        expect(shown).toEqual(listColumns.filter((column) => shown.includes(column)))
      }),
    )
  })
  it('are dropped by priority when they do not fit, optional ones first', () => {
    expect(columnsWithin(choosableColumns, 1_310)).toEqual(listColumns)
    expect(columnsWithin(choosableColumns, 1_200)).toEqual(listColumns.filter((column) => column !== 'settlement'))
    expect(columnsWithin(choosableColumns, 1_080)).toEqual(defaultColumns.toSpliced(2, 0, 'order'))
    expect(columnsWithin(choosableColumns, 0)).toEqual(['customer', 'state', 'amount'])
  })
  it('between 768 and 1200 px the net leaves its column first, then the date', () => {
    expect(mediumColumns(1_000 - 92)).toEqual(['created', 'customer', 'state', 'deadline', 'amount', 'net'])
    expect(mediumColumns(820 - 92)).toEqual(['created', 'customer', 'state', 'deadline', 'amount'])
    expect(mediumColumns(768 - 92)).toEqual(['customer', 'state', 'deadline', 'amount'])
  })
  it('their shares add up to the whole width', () => {
    fc.assert(
      fc.property(chosen, (some) => {
        const shown = columnsWithin(some, 3_000)
        const whole = shown.reduce((sum, column) => sum + shareOf(column, shown), 0)
        expect(Math.abs(whole - 100)).toBeLessThan(1)
      }),
    )
  })
})
