import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaPage } from './schema.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

test('the page about the schema is made of the schema files', () => {
  expect(read('docs/schema.md')).toBe(schemaPage())
})

/** Migrations of tagged versions, by which installations were made: changed ones would be refused there. */
const released = {
  '0001_baseline.sql': '60d9cba29c3e5df2e078fbc3cfa1e7e01a25e981bc967c52e21cbfde16c92962',
}

test.each(Object.entries(released))('%s, which was released, is as it was', (name, checksum) => {
  expect(
    createHash('sha256')
      .update(read(`server/platform/database/migrations/${name}`))
      .digest('hex'),
  ).toBe(checksum)
})
