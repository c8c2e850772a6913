import { writeFileSync } from 'node:fs'
import { formatDateTime } from '../domain/platform/dates.ts'
import { groupIban } from '../domain/money/iban.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { hexOf, uuidOf } from '../server/platform/calls/wire.ts'
import { reportChange } from './reportChange.ts'
import { liftPause } from '../server/merchants/ibans/freeze.ts'
import { review, reviewedCertificate, type Verdict, waitingReviews } from '../server/merchants/ibans/review.ts'

type Services = { database: Database; now: () => Date }
type Command = { words: string; run(services: Services, rest: readonly string[]): Promise<void> }

const idOf = (text: string): string => {
  const id = uuidOf(text.replaceAll('-', ''))
  if (id === undefined) throw new ConfigProblem('A change of bank account has an id of 32 hexadecimal characters: see `ibans`.')
  return id
}

async function decide({ database, now }: Services, id: string, verdict: Verdict): Promise<void> {
  await reportChange(database, (db, by) => review(db, idOf(id), verdict, { by, now: now() }))
}

/** The operator's commands for changes of bank account: list the open ones, export their documents, decide. */
export const reviewIbans: Readonly<Record<string, Command>> = {
  ibans: {
    words: 'ibans                             changes of bank account that wait for a review, the oldest first',
    async run({ database }) {
      const waiting = await waitingReviews(database)
      for (const { id, confirmedAt, iban, shop, holder } of waiting)
        console.log(`${hexOf(id)}  ${formatDateTime(confirmedAt)}  ${iban}  ${shop}  (${holder})`)
      console.log(`${waiting.length} waiting.`)
    },
  },
  'iban-papers': {
    words: 'iban-papers <id> <file>           prints the full number and holder to compare, and writes the certificate to a file',
    async run({ database }, [id = '', path = '']) {
      const papers = await database.write(null, (db) => reviewedCertificate(db, idOf(id), { operator: true }))
      if (!papers || path === '') throw new ConfigProblem('Say which change, and where its certificate goes.')
      writeFileSync(path, papers.file.bytes, { flag: 'wx', mode: 0o600 })
      console.log(`${groupIban(papers.iban)}  ${papers.holder}\n${papers.file.kind}, ${papers.file.bytes.length} bytes: ${path}`)
    },
  },
  'approve-iban': {
    words: 'approve-iban <id>                 approves: account and holder match the certificate; the cooling-off period starts',
    run: (services, [id = '']) => decide(services, id, { approved: true }),
  },
  'reject-iban': {
    words: 'reject-iban <id> <reason>         rejects; the reason is shown to the owner unchanged',
    async run(services, [id = '', ...words]) {
      const reason = words.join(' ').trim()
      if (reason === '' || reason.length > 300) throw new ConfigProblem('Say why, in at most 300 characters.')
      await decide(services, id, { approved: false, reason })
    },
  },
  'lift-pause': {
    words:
      'lift-pause <id>                   passwords, keys and rights may change again after a frozen change, before the pause ends by itself',
    async run({ database, now }, [id = '']) {
      const problem = await liftPause(database, idOf(id), now())
      if (problem !== null) throw new ConfigProblem(`Not possible: ${problem}.`)
      console.log('Done.')
    },
  },
}
