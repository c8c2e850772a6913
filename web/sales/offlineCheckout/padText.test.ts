import { describe, expect, it } from 'vitest'
import { padCents, padKeyOf, padShown, padTextOf, pressed, type PadKey } from './padText.ts'
import { scannedCode } from './scannedCode.ts'

const write = (keys: string, from = '') => [...keys].reduce((text, key) => pressed(text, padKeyOf(key) ?? (key as PadKey)), from)

describe('number pad', () => {
  it('edits an amount key by key', () => {
    expect(write('149,90')).toBe('149,90')
    expect(write('149.905')).toBe('149,90')
    expect(write(',5')).toBe('0,5')
    expect(write('007')).toBe('7')
    expect(write('12,,3')).toBe('12,3')
    expect(write('123456789')).toBe('1234567')
    expect(pressed('149,9', 'back')).toBe('149,')
    expect(pressed('149,9', 'clear')).toBe('')
  })
  it('converts its text to cents and displays a thousands separator', () => {
    expect([padCents('149,9'), padCents('0,05'), padCents('1234'), padCents(''), padCents('7,')]).toEqual([14_990, 5, 123_400, null, 700])
    expect([padShown('1234567,5'), padShown(''), padShown('12,')]).toEqual(['1.234.567,5', '0', '12,'])
    for (const amount of [1, 100, 14_990, 123_456_700]) expect(padCents(padTextOf(amount))).toBe(amount)
  })
})

describe('barcode scanner', () => {
  const typed = (text: string, everyMs: number) => [...text].map((key, index) => ({ key, atMs: index * everyMs }))
  it('is distinguished from typing by speed, and from an amount by its characters', () => {
    expect(scannedCode(typed('8412345678905', 4))).toBe('8412345678905')
    expect(scannedCode(typed('PED-10482/7', 10))).toBe('PED-10482/7')
    expect(scannedCode(typed('8412345678905', 120))).toBeNull()
    expect(scannedCode(typed('1234567,90', 4))).toBeNull()
    expect(scannedCode(typed('149,90', 4))).toBeNull()
    expect(scannedCode([])).toBeNull()
  })
})
