import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsPage } from './settings.ts'

test('the page about the settings is made of their declarations', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/settings.md'), 'utf8')).toBe(settingsPage())
})
