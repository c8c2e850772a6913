import { writeFileSync } from 'node:fs'
import { formatDateTime, isLocalDate } from '../domain/platform/dates.ts'
import { isPaperReason, paperReasons } from '../domain/merchants/company/papers.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { hexOf, uuidOf } from '../server/platform/calls/wire.ts'
import { reportChange } from './reportChange.ts'
import {
  requestChange,
  type RequestedChange,
  decideShop,
  fileToReview,
  papersToReview,
  reviewPaper,
  waitingShops,
} from '../server/merchants/onboarding/review.ts'

type Services = { database: Database; now: () => Date }
type Command = { words: string; run(services: Services, rest: readonly string[]): Promise<void> }

const steps = ['profile', 'enterprise', 'ownership', 'owner', 'docs-upload'] as const

function idOf(text: string): string {
  const id = uuidOf(text.replaceAll('-', ''))
  if (id === undefined) throw new ConfigProblem('An id has 32 hexadecimal characters: see `shops-waiting` and `papers`.')
  return id
}

function sentence(words: readonly string[]): string {
  const text = words.join(' ').trim()
  if (text === '' || text.length > 300) throw new ConfigProblem('Say it in one to 300 characters: the owner reads it.')
  return text
}

/** The operator's commands for requested shops: list the open ones, export their documents, request corrections, decide. */
export const reviewOnboarding: Readonly<Record<string, Command>> = {
  'shops-waiting': {
    words: 'shops-waiting                     shops that wait for an answer, the oldest first: shop, account, since when, who',
    async run({ database }) {
      const waiting = await waitingShops(database)
      for (const { merchantId, accountId, submittedAt, shop, company, status } of waiting)
        console.log(`${hexOf(merchantId)}  ${hexOf(accountId)}  ${formatDateTime(submittedAt)}  ${shop} (${company}), ${status}`)
      console.log(`${waiting.length} waiting.`)
    },
  },
  papers: {
    words: 'papers <accountId>                the documents of an account, their status, and what to check in each',
    async run({ database, now }, [account = '']) {
      const papers = await papersToReview(database, idOf(account), now())
      if (!papers) throw new ConfigProblem('There is no such account.')
      for (const { type, status, files, checks } of papers) {
        console.log(`${type}: ${status}; look at: ${checks.join(', ')}`)
        for (const file of files) console.log(`  ${file.uuid}  ${file.side}  ${file.status}  ${file.fileName}`)
      }
    },
  },
  'paper-file': {
    words: 'paper-file <documentId> <file>    writes the document to a file',
    async run({ database }, [document = '', path = '']) {
      const file = await database.write(null, (db) => fileToReview(db, idOf(document), { operator: true }))
      if (!file || path === '') throw new ConfigProblem('Say which document, and where it goes.')
      writeFileSync(path, file.bytes, { flag: 'wx', mode: 0o600 })
      console.log(`${file.kind}, ${file.bytes.length} bytes: ${path}`)
    },
  },
  'approve-document': {
    words: 'approve-document <documentId> [YYYY-MM-DD]   approves the document; with its expiry date, if any',
    async run({ database, now }, [document = '', day]) {
      if (day !== undefined && !isLocalDate(day)) throw new ConfigProblem(`"${day}" is not a day written YYYY-MM-DD.`)
      const verdict = { approved: true, expiresOn: day ?? null } as const
      await reportChange(database, (db, by) => reviewPaper(db, idOf(document), verdict, { by, now: now() }))
    },
  },
  'reject-document': {
    words: `reject-document <documentId> <reason> [words]   it has to be handed in again; reasons: ${paperReasons.join(', ')}`,
    async run({ database, now }, [document = '', reason = '', ...words]) {
      if (!isPaperReason(reason)) throw new ConfigProblem(`The reasons are ${paperReasons.join(', ')}.`)
      const note = words.length === 0 ? null : sentence(words)
      await reportChange(database, (db, by) => reviewPaper(db, idOf(document), { approved: false, reason, note }, { by, now: now() }))
    },
  },
  'ask-change': {
    words: `ask-change <accountId> <${steps.join('|')}> <field> <words>   something of it has to be put right; the field as in the API`,
    async run({ database, now }, [account = '', step = '', field = '', ...words]) {
      const known = steps.find((one) => one === step)
      if (!known || !/^[a-z_.]{1,60}$/.test(field))
        throw new ConfigProblem(`Say the step (${steps.join(', ')}) and the field, as address.postcode.`)
      const wish: RequestedChange = { step: known, field, message: sentence(words) }
      await reportChange(database, (db, by) => requestChange(db, idOf(account), wish, { by, now: now() }))
    },
  },
  'approve-merchant': {
    words: 'approve-merchant <merchantId>     approves the shop, once every document is approved and no correction is open',
    run: ({ database, now }, [merchant = '']) =>
      reportChange(database, (db, by) => decideShop(db, idOf(merchant), { approved: true }, { by, now: now() })),
  },
  'reject-merchant': {
    words: 'reject-merchant <merchantId> <words>   rejects the shop; the owner reads why',
    async run({ database, now }, [merchant = '', ...words]) {
      const verdict = { approved: false, reason: sentence(words) } as const
      await reportChange(database, (db, by) => decideShop(db, idOf(merchant), verdict, { by, now: now() }))
    },
  },
}
