import { annulRecord, type NotAnnulled } from '../server/money/invoices/annulRecord.ts'
import type { Config } from '../server/platform/config/config.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { reportChange } from './reportChange.ts'

type Services = { config: Pick<Config, 'invoicing'>; database: Database; now: () => Date }
type Command = { words: string; run(services: Services, rest: readonly string[]): Promise<void> }

const sentences: Readonly<Record<NotAnnulled, string>> = {
  unknown: 'The register has no record of an invoice with that number.',
  annulled: 'Its record is annulled already.',
}

/** Annuls the record of an invoice in the register of invoices (docs/verifactu.md). */
export const annulRecordCommand: Readonly<Record<string, Command>> = {
  'annul-record': {
    words:
      'annul-record <invoice number> <reason>   enters a record of annulment for an invoice that should not be in the register (VERI*FACTU)',
    async run({ config, database, now }, [number = '', ...reason]) {
      if (config.invoicing.verifactu === null) throw new ConfigProblem('There is no register of invoices: VERIFACTU is off.')
      if (reason.length === 0) throw new ConfigProblem('Say why: annul-record <invoice number> <reason>.')
      await reportChange(database, async (db, by) => {
        const not = await annulRecord(db, { number, reason: reason.join(' ') }, { by, now: now() })
        if (not) throw new ConfigProblem(sentences[not])
      })
    },
  },
}
