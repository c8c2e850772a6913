import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isSepaIban } from '#domain/money/iban'
import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of the bank that pays and charges by files: default and description. */
export const bankSettings = {
  BANK_IBAN: [
    '',
    "The provider's own account at its bank: transfers and direct debits are then files for the bank; default a simulated bank",
  ],
  PAYOUT_DIR: [
    '',
    "Folder into which these files are written for the bank's transfer software; default they are downloaded in the console",
  ],
  BANK_STATUS_DIR: [
    '',
    'Folder from which files of the bank (pain.002, camt.052, camt.053, camt.054) are read, and moved to its folders done and failed; default they are uploaded',
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** The bank; `iban` null: the simulated one. Folders are absolute. */
export type BankConfig = { iban: string | null; payoutDir: string | null; statusDir: string | null }

/** Reads the settings of the bank. Throws a one-line ConfigProblem. */
export function bankOf(read: (name: keyof typeof bankSettings) => string): BankConfig {
  const iban = read('BANK_IBAN').replaceAll(/\s/g, '').toUpperCase()
  if (iban !== '' && !isSepaIban(iban)) throw new ConfigProblem(`BANK_IBAN="${read('BANK_IBAN')}" is not an IBAN of the SEPA area.`)
  const folder = (name: 'PAYOUT_DIR' | 'BANK_STATUS_DIR') => (read(name) === '' ? null : resolve(read(name)))
  const [payoutDir, statusDir] = [folder('PAYOUT_DIR'), folder('BANK_STATUS_DIR')]
  if (payoutDir !== null && iban === '') throw new ConfigProblem('PAYOUT_DIR needs BANK_IBAN, the account that pays.')
  if (payoutDir !== null && payoutDir === statusDir)
    throw new ConfigProblem('PAYOUT_DIR and BANK_STATUS_DIR are the same folder: what is written for the bank would be read as its answer.')
  return { iban: iban === '' ? null : iban, payoutDir, statusDir }
}

/** Checks at the start that both folders can be written to, and makes the folders for what was read. Throws ConfigProblem. */
export function prepareBankFolders({ payoutDir, statusDir }: BankConfig): void {
  for (const [name, folder] of [
    ['PAYOUT_DIR', payoutDir],
    ['BANK_STATUS_DIR', statusDir],
  ] as const) {
    if (folder === null) continue
    try {
      if (!statSync(folder).isDirectory()) throw new Error('not a folder')
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
      if (folder === statusDir) for (const one of ['done', 'failed']) mkdirSync(join(folder, one), { recursive: true })
    } catch {
      throw new ConfigProblem(`${name}="${folder}" is not a folder that this process can read and write.`)
    }
  }
}
