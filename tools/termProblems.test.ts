import { expect, test } from 'vitest'
import { termProblems } from './termProblems.ts'

const problemsOf = (text: string) => termProblems([{ name: 'server/sales/a.ts', text }])

test.each([
  ['const house = 1', 'house'],
  ['type PayingHouse = X', 'gHouse'],
  ['// finds the door of a key', 'door'],
  ['queueRefundLetter(db)', 'queueRefundLetter'],
  ["it('sends the letter that waits', f)", 'the letter that'],
  ['// outside the wall', 'outside the wall'],
  ['// a named no', 'named no'],
  ['const mostBytes = 1', 'mostBytes'],
  ['const TEXT_MOST = 1', 'TEXT_MOST'],
  ['await testGround()', 'testGround'],
  ['failureWords(error)', 'failureWords'],
])('%s is told by its line', (text, word) => expect(problemsOf(`\n${text}`)).toEqual([expect.stringContaining(`a.ts:2: "${word}"`)]))

test.each([
  "t('shell.seat.link')",
  'sql`select from api_key_lookups`',
  '// ten letters of the alphabet',
  'const warehouse = 1',
  'Gram',
  'read.MOST_IDLE_MINUTES',
  "t('campaigns.search.mostSold')",
])('%s is allowed', (text) => expect(problemsOf(text)).toEqual([]))
