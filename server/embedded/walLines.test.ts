import { expect, it } from 'vitest'
import { isOnLines, lineAt, nextSegment, parseHistory } from './walLines.ts'

const text = '1\t0/FF000028\tno recovery target specified\n\n2\t2/3000000\tbefore 2026-11-22 18:30:00+00\n'

it('counts segments as PostgreSQL does, 256 to a log file', () => {
  expect(nextSegment('0000000100000000000000FE')).toBe('0000000100000000000000FF')
  expect(nextSegment('0000000100000000000000FF')).toBe('000000010000000100000000')
  expect(nextSegment('00000000000000FF')).toBe('0000000100000000')
})

it('reads the timelines and where each ended', () => {
  expect(parseHistory('', '')).toEqual([{ line: '00000001', left: null }])
  expect(parseHistory(text, '00000003.history')).toEqual([
    { line: '00000001', left: '00000000000000FF' },
    { line: '00000002', left: '0000000200000003' },
    { line: '00000003', left: null },
  ])
})

it('finds the timeline of each position, and the abandoned part of an old one', () => {
  const lines = parseHistory(text, '00000003.history')
  expect(['00000000000000FE', '00000000000000FF', '0000000200000002', '0000000200000003'].map((place) => lineAt(lines, place))).toEqual([
    '00000001',
    '00000002',
    '00000002',
    '00000003',
  ])
  const onLines = ['0000000100000000000000FE', '0000000100000000000000FF', '000000030000000900000000'].map((name) => isOnLines(lines, name))
  expect(onLines).toEqual([true, false, true])
})
