import { describe, expect, test } from 'vitest'
import { dateFromText, maskDate, textFromDate } from './dateText.ts'

describe('maskDate', () => {
  test.each([
    ['1', '1'],
    ['19', '19'],
    ['191', '19.1'],
    ['1911', '19.11'],
    ['19112', '19.11.2'],
    ['19112026', '19.11.2026'],
    ['191120267', '19.11.2026'],
    ['1.', '01.'],
    ['1.2.', '01.02.'],
    ['1/2/2026', '01.02.2026'],
    ['2026-11-19', '19.11.2026'],
    ['a1', '1'],
    ['19.', '19.'],
  ])('%j becomes %j', (typed, masked) => {
    expect(maskDate(typed)).toBe(masked)
  })
})

describe('dateFromText', () => {
  test.each([
    ['19.11.2026', '2026-11-19'],
    ['29.02.2028', '2028-02-29'],
    ['01.01.1900', '1900-01-01'],
    ['31.12.9999', '9999-12-31'],
    ['29.02.2026', null],
    ['31.04.2026', null],
    ['00.01.2026', null],
    ['01.13.2026', null],
    ['31.12.1899', null],
    ['1.1.2026', null],
    ['', null],
  ])('%j is %j', (text, date) => {
    expect(dateFromText(text)).toBe(date)
  })
  test('a formatted date parses back', () => {
    expect(dateFromText(textFromDate('2026-11-19'))).toBe('2026-11-19')
    expect(textFromDate(null)).toBe('')
  })
})
