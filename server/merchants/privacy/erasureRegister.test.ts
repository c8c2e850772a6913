import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { copyErasures, readRegister, registerFile, requireErasuresDir } from './erasureRegister.ts'
import { reapplyErasures } from './reapplyErasures.ts'

// The register file, and what a crash or a manual edit may do to it.
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'erasures-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const lineOf = (n: number) => ({
  id: idOf(n),
  kind: 'person',
  accountId: idOf(900),
  objectId: idOf(100 + n),
  ground: 'request',
  at: '2026-11-22T12:00:00Z',
})
const db = { rows: async () => [], first: async () => undefined, run: async () => 1 }
/** A database in which these wait to be written to the register. */
const waiting = (...numbers: number[]) => {
  const work = { ...db, rows: async () => numbers.map((n) => ({ line: lineOf(n) })) }
  return { write: (_: null, verb: (at: typeof work) => unknown) => verb(work) } as unknown as Database // what is asked of it here
}
const write = (...numbers: number[]) => copyErasures({ database: waiting(...numbers), config: { erasuresDir: folder } })
const known = () => readRegister(folder)?.map(({ id }) => id)

it('the register keeps whole what is written after a line truncated by a crash', async () => {
  await write(1, 2)
  const whole = readFileSync(registerFile(folder)).length
  for (const cut of [1, 2, 40]) {
    truncateSync(registerFile(folder), whole - cut)
    await write(3)
    expect(known()).toEqual(expect.arrayContaining([idOf(1), idOf(3)]))
    rmSync(registerFile(folder))
    await write(1, 2)
  }
})

it.each(['{"id":"x"}', '{"id":', `{"id":"${idOf(7)}"${JSON.stringify(lineOf(8))}`, JSON.stringify({ ...lineOf(7), objectId: '' })])(
  'the register stops at a complete line that cannot be read: %s',
  async (text) => {
    await write(1)
    appendFileSync(registerFile(folder), `${text}${text.endsWith('}') ? '' : '}'}\n`)
    expect(known).toThrow(/^Line 2 of .*erasures\.jsonl cannot be read/)
  },
)

it('the register must exist once it was written, and a missing folder is refused', async () => {
  const services = (written: boolean) => ({
    database: {
      read: (_: null, ask: (at: object) => unknown) => ask({ ...db, first: async () => (written ? {} : undefined) }),
    } as unknown as Database, // as above
    config: { erasuresDir: folder, sessionSecrets: ['secret'] as const },
    now: () => new Date(),
  })
  expect(await reapplyErasures(services(false))).toBe(0)
  await expect(reapplyErasures(services(true))).rejects.toThrow(/^The register .* is missing/)
  writeFileSync(registerFile(folder), '')
  expect(await reapplyErasures(services(true))).toBe(0)
  expect(() => requireErasuresDir({ erasuresDir: join(folder, 'away') })).toThrow(/^ERASURES_DIR=.* does not exist/)
})
