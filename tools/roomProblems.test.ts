import { expect, test } from 'vitest'
import { roomProblems } from './roomProblems.ts'

const restricted = { 'no-restricted-imports': ['error', { patterns: [] }] }
const config = {
  overrides: [
    { files: ['**/*.tsx'], rules: { 'max-lines': 'off' } },
    { files: ['web/**', 'server/{sales,money}/**'], rules: restricted },
    { files: ['server/{notes,views}/*.test.ts', 'server/open/**'], rules: { 'no-restricted-imports': 'off' } },
  ],
}

test('a folder that no import rule names, and a rule for a folder that is gone', () => {
  expect(roomProblems(config, ['web/paths.ts', 'server/main.ts', 'server/sales/a.ts', 'server/money/deep/b.ts', 'domain/c.ts'])).toEqual([])
  expect(roomProblems(config, ['web/ui/Button.tsx', 'web/styles/app.css', 'server/sales/a.ts', 'server/open/b.ts'])).toEqual([
    expect.stringContaining('names web/ui;'),
    expect.stringContaining('names server/open;'),
    expect.stringContaining('names server/money, which does not exist'),
  ])
})
