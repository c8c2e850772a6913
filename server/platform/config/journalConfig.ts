import { spanishChart, type JournalAccount } from '#domain/money/journal'
import { ConfigProblem } from '../database/configProblem.ts'

/** The setting of entries in shops' books: value when unset, and what it is for. */
export const journalSettings = {
  JOURNAL_ACCOUNTS: [
    '',
    `Accounts of the month's entries to change, as bank=5720001,fees=6269; default ${Object.entries(spanishChart)
      .map(([name, code]) => `${name}=${code}`)
      .join(',')}`,
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** Where each part of an entry stands in the shop's chart of accounts. */
export type JournalAccounts = Readonly<Record<JournalAccount, string>>

/** Reads the accounts that are to be others than Spain's chart says; an unknown name or code is a `ConfigProblem`. */
export function journalAccountsOf(read: (name: 'JOURNAL_ACCOUNTS') => string): JournalAccounts {
  const changed = read('JOURNAL_ACCOUNTS')
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const [, name = '', code = ''] = /^\s*([a-z]+)\s*=\s*(\d{3,12})\s*$/.exec(pair) ?? []
      if (!Object.hasOwn(spanishChart, name))
        throw new ConfigProblem(
          `JOURNAL_ACCOUNTS="${pair}" is not one of ${Object.keys(spanishChart).join(', ')} and a code of 3 to 12 digits.`,
        )
      return [name, code]
    })
  return { ...spanishChart, ...Object.fromEntries(changed) }
}
