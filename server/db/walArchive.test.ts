import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { archiveProblems, nextSegment, segmentsOf, walFolder } from './walArchive.ts'

const folder = mkdtempSync(join(tmpdir(), 'trastienda-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000']
const [first = '', middle = '', last = ''] = names
const write = (name: string) => {
  const file = join(walFolder(folder), name)
  writeFileSync(file, name)
  writeFileSync(`${file}.sum`, execFileSync('cksum', [file]))
}

it('counts segments as PostgreSQL does, 256 to a log file', () => {
  expect(nextSegment(first)).toBe(middle)
  expect(nextSegment(middle)).toBe(last)
})

it('finds nothing wrong with a whole log, and names what is missing or damaged in another', () => {
  mkdirSync(walFolder(folder))
  for (const name of names) write(name)
  writeFileSync(join(walFolder(folder), '00000002.history'), '')
  expect([segmentsOf(folder), archiveProblems(folder, first)]).toEqual([names, []])
  writeFileSync(join(walFolder(folder), last), 'another')
  expect(archiveProblems(folder, first)).toEqual([`${last} is not as it was written`])
  write(last)
  rmSync(join(walFolder(folder), middle))
  expect(archiveProblems(folder, first)).toEqual([`${middle} is missing`])
  rmSync(join(walFolder(folder), first))
  expect(archiveProblems(folder, first)).toEqual([`${first} is missing`])
})

it('goes on along a new line of the log, which begins in the middle of the old one', () => {
  for (const name of names) write(name)
  write('0000000200000000000000FF')
  expect(archiveProblems(folder, '0000000200000000000000FF')).toEqual([])
})
