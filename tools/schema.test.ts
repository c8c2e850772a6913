import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { baselineText, schemaPage } from './schema.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

test('the baseline migration and the page about the schema are made of the schema files', () => {
  expect(read('server/platform/database/migrations/0001_baseline.sql')).toBe(baselineText())
  expect(read('docs/schema.md')).toBe(schemaPage())
})
