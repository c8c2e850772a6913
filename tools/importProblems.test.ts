import { expect, test } from 'vitest'
import { importProblems } from './importProblems.ts'
import type { ImportRule } from './importRules.ts'

const rules: ImportRule[] = [
  { folders: ['domain'], may: [], packages: [] },
  { folders: ['server/platform/database'], may: ['domain'], packages: null },
  { folders: ['server/sales/refunds', 'server/sales/captures'], may: ['domain', 'server/platform/database'], packages: null },
  { folders: ['web'], may: ['web'], packages: null },
  { folders: ['web/platform/frame'], may: [], packages: ['react'] },
]
const sound = [
  { name: 'domain/platform/money.ts', text: `import { test } from 'node:test'` },
  { name: 'server/platform/database/sql.ts', text: `import pg from 'pg'\nimport { cents } from '#domain/platform/money'` },
  {
    name: 'server/sales/refunds/refund.ts',
    text: `import { sql } from '../../platform/database/sql.ts'\nimport { limit } from './limit.ts'`,
  },
  { name: 'server/sales/captures/capture.ts', text: `const { cents } = await import('#domain/platform/money')` },
  { name: 'web/main.tsx', text: `import { Shell } from './platform/frame/Shell.tsx'` },
  { name: 'web/platform/frame/Shell.tsx', text: `import { useState } from 'react'\nimport { createRoot } from 'react-dom/client'` },
]
const problemsWith = (name: string, text: string) => importProblems(rules, [...sound.filter((file) => file.name !== name), { name, text }])

test('an import that the innermost rule allows is accepted, and a package that it does not allow is reported', () => {
  expect(importProblems(rules, sound)).toEqual([
    'web/platform/frame/Shell.tsx: web/platform/frame may not import the package react-dom/client (tools/importRules.ts).',
  ])
})

test.each([
  ['another room', `import { capture } from '../captures/capture.ts'`, 'server/sales/captures/capture.ts'],
  ['another room, late', `const { capture } = await import('../captures/capture.ts')`, 'server/sales/captures/capture.ts'],
  ['another room, types alone', `import type { Capture } from '../captures/capture.ts'`, 'server/sales/captures/capture.ts'],
  ['a page', `export { Shell } from '../../../web/platform/frame/Shell.tsx'`, 'web/platform/frame/Shell.tsx'],
])('%s is not an allowed import of a room', (_, text, target) => {
  expect(problemsWith('server/sales/refunds/refund.ts', text)).toContain(
    `server/sales/refunds/refund.ts: server/sales/refunds may not import ${target} (tools/importRules.ts).`,
  )
})

test('a test may import what it tests', () => {
  expect(problemsWith('server/sales/refunds/refund.test.ts', `import { capture } from '../captures/capture.ts'`)).toHaveLength(1)
})

test('a folder without a rule, and a rule for a missing folder, are reported', () => {
  expect(problemsWith('server/sales/gifts/gift.ts', '')).toContain(
    'tools/importRules.ts: no rule names server/sales/gifts; say what it may import.',
  )
  expect(problemsWith('web/gifts/Gift.tsx', '')).toContain('tools/importRules.ts: no rule names web/gifts; say what it may import.')
  expect(
    importProblems(
      rules,
      sound.filter(({ name }) => !name.startsWith('server/sales/captures')),
    ),
  ).toContain('tools/importRules.ts: a rule names server/sales/captures, which is not there; take it out.')
})
