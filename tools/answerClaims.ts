import { open } from 'node:fs/promises'
import { formatDate, formatDateTime, localDate } from '../domain/platform/dates.ts'
import { cents, formatEuros } from '../domain/platform/money.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { hexOf, uuidOf } from '../server/platform/calls/wire.ts'
import { reportChange } from './reportChange.ts'
import { answerClaim, claimEvidence, type WaitingClaim, waitingClaims } from '../server/money/settlements/claims.ts'

type Services = { database: Database; now: () => Date }
type Command = { words: string; run(services: Services, rest: readonly string[]): Promise<void> }

const idOf = (text: string): string => {
  const id = uuidOf(text.replaceAll('-', ''))
  if (id === undefined) throw new ConfigProblem('A claim has an id of 32 hexadecimal characters: see `claims`.')
  return id
}
const euros = (amount: bigint | number) => formatEuros(cents(Number(amount)))

/** The claimed difference in one line. */
function differenceOf({ about, difference_cents: difference, bank_cents: bank, bank_on: on }: WaitingClaim): string {
  if (about === 'lines') return `its lines leave ${euros(difference)} unexplained`
  return bank === 0n
    ? 'nothing arrived at the bank'
    : `the bank shows ${euros(bank ?? 0n)} of ${on === null ? '' : formatDate(localDate(on))}`
}

/** The operator's commands for settlement claims: list the open ones, export their evidence, answer. */
export const answerClaims: Readonly<Record<string, Command>> = {
  claims: {
    words: 'claims                            claims of settlements that wait for an answer, the oldest first',
    async run({ database }) {
      const waiting = await waitingClaims(database)
      for (const claim of waiting)
        console.log(
          `${hexOf(claim.id)}  ${formatDateTime(claim.opened_at)}  ${claim.reference}  ${euros(claim.difference_cents)}  ${claim.shop}: ${differenceOf(claim)}`,
        )
      console.log(`${waiting.length} waiting.`)
    },
  },
  claim: {
    words: 'claim <id> <file>                 prints a claim with its evidence, and writes the settlement’s lines to a file',
    async run({ database }, [id = '', path = '']) {
      const evidence = await claimEvidence(database, idOf(id))
      if (!evidence || path === '') throw new ConfigProblem('Name an open claim and the output file for its lines.')
      const { claim, lines } = evidence
      const { settlement, linesNet } = claim.evidence
      const file = await open(path, 'wx', 0o600)
      try {
        for await (const piece of lines) await file.write(piece)
      } finally {
        await file.close()
      }
      console.log(`${claim.reference}, ${claim.shop}: ${differenceOf(claim)}. Difference ${euros(claim.difference_cents)}.`)
      console.log(
        `When it was opened: ${settlement.lineCount} lines of ${euros(linesNet)} net, opening ${euros(settlement.openingBalance)}, paid ${euros(settlement.netAmount)}, carried on ${euros(settlement.closingBalance)}.`,
      )
      if (claim.note !== null) console.log(`The shop says: ${claim.note}`)
      console.log(`Lines: ${path}`)
    },
  },
  'answer-claim': {
    words: 'answer-claim <id> <answer>        answers it; the shop sees the answer unchanged, and closes the claim',
    async run({ database, now }, [id = '', ...words]) {
      const answer = words.join(' ').trim()
      await reportChange(database, (db, by) => answerClaim(db, idOf(id), answer, { by, now: now() }))
    },
  },
}
