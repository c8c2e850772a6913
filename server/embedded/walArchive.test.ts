import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { forget } from './backup.ts'
import { ConfigProblem } from '../platform/database/configProblem.ts'
import { archiveFile, archiveSettings, copiedAt, copiedLog, segmentsOf, walFolder } from './walArchive.ts'

const folder = mkdtempSync(join(tmpdir(), 'trastienda-archive-'))
const saved = join(folder, 'saved')
const backupDir = join(folder, 'backup')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000']
const [first = '', middle = '', last = ''] = names
const archive = (name: string, text = name) => {
  writeFileSync(join(saved, name), text)
  archiveFile(backupDir, join(saved, name), null)
  rmSync(join(saved, name))
}
const lose = (name: string) => rmSync(join(walFolder(backupDir), `${name}.gz`))
const damage = (name: string) => writeFileSync(join(walFolder(backupDir), `${name}.gz`), 'another')

const asFilled = join(folder, 'as-filled')
beforeAll(() => {
  for (const place of [backupDir, saved, walFolder(backupDir)]) mkdirSync(place)
  for (const name of names) archive(name)
  cpSync(backupDir, asFilled, { recursive: true })
})
beforeEach(() => {
  rmSync(backupDir, { recursive: true })
  cpSync(asFilled, backupDir, { recursive: true })
})

it('stores a segment once, with its time, and refuses a different one with the same name', () => {
  archive(first)
  expect(() => archive(first, 'another')).toThrow(ConfigProblem)
  expect([segmentsOf(backupDir), copiedLog(backupDir, first)]).toEqual([names, { segments: names, wrong: null }])
  expect(Math.abs(Date.now() - (copiedAt(backupDir, first)?.getTime() ?? 0))).toBeLessThan(600_000)
})

it('is never created if its disk is not mounted', () => {
  expect(() => archiveSettings(join(folder, 'absent'), null)).toThrow('mount its disk')
})

it('follows the WAL to a missing or damaged segment, and names it', () => {
  damage(last)
  expect(copiedLog(backupDir, first)).toEqual({ segments: [first, middle], wrong: { file: last, how: 'is not as it was written' } })
  lose(middle)
  expect(copiedLog(backupDir, first)).toEqual({ segments: [first], wrong: { file: middle, how: 'is missing' } })
  lose(first)
  expect(copiedLog(backupDir, first)).toEqual({ segments: [], wrong: { file: first, how: 'is missing' } })
})

it('finds in the saved pg_wal what was not archived', () => {
  lose(last)
  writeFileSync(join(saved, last), last)
  expect(copiedLog(backupDir, first, saved)).toEqual({ segments: names, wrong: null })
})

it('continues on a new timeline, which starts in the middle of the old one', () => {
  const begun = `00000002${middle.slice(8)}`
  archive(begun)
  expect(copiedLog(backupDir, first).wrong?.file).toBe('00000002.history')
  archive('00000002.history', '1\t0/FF000028\tno recovery target specified\n')
  expect(copiedLog(backupDir, first)).toEqual({ segments: [first, begun], wrong: null })
  // The old timeline's segment at the same position is another one.
  lose(begun)
  archive(`00000002${last.slice(8)}`)
  expect(copiedLog(backupDir, first).wrong?.file).toBe(begun)
})

it('deletes only WAL that no kept backup needs, even if a later backup starts earlier', () => {
  for (const [base, firstSegment] of Object.entries({ a: first, b: last, c: middle })) {
    mkdirSync(join(backupDir, 'base', base), { recursive: true })
    writeFileSync(join(backupDir, 'base', base, 'manifest.json'), JSON.stringify({ firstSegment }))
  }
  forget(backupDir, 2)
  expect(segmentsOf(backupDir)).toEqual([middle, last])
  expect(readFileSync(join(walFolder(backupDir), `${middle}.gz.sum`), 'utf8')).toMatch(/^\d+ \d+\n\d{4}-/)
})
