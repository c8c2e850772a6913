import type { PlantedDefect } from './plantedDefect.ts'

const ofPayouts = 'server/provider/bankFiles/applyFiles.test.ts'
const ofFiles = 'server/provider/bankFiles/bankFiles.test.ts'

/** Defects of what files of the bank do, and of how files for the bank are handed over. */
export const bankDefects: readonly PlantedDefect[] = [
  {
    name: 'a payout that is paid though the bank moved another amount',
    file: 'domain/money/bankStatus/judgeStatus.ts',
    find: "  if (reported.amountCents !== null && amountCents !== null && Math.abs(reported.amountCents) !== amountCents) return open('amount')\n",
    replace: '',
    caughtBy: [ofPayouts],
  },
  {
    name: 'money that moved although the bank had rejected the order, without a word to staff',
    file: 'domain/money/bankStatus/judgeStatus.ts',
    find: "return state === 'rejected' || wasRejected ? open('conflict') : { result: 'repeated' }",
    replace: "return { result: 'repeated' }",
    caughtBy: [ofPayouts],
  },
  {
    name: 'a charged debit read as its return',
    file: 'domain/money/bankStatus/judgeStatus.ts',
    find: "return isIn === (kind === 'debit') ? 'executed' : 'returned'",
    replace: "return isIn ? 'returned' : 'executed'",
    caughtBy: ['server/app/debitBank.slow.test.ts'],
  },
  {
    name: 'a payout given back because somebody wrote its reference into a transfer',
    file: 'server/provider/bankFiles/plan.ts',
    find: "if (namedOrder && !line.isReturn && outcomeOf(namedOrder.kind, line) === 'executed') return",
    replace: 'if (namedOrder) return',
    caughtBy: [ofPayouts],
  },
  {
    name: 'a batch whose amount is not that of its payouts, taken for all of them',
    file: 'server/provider/bankFiles/plan.ts',
    find: "  if (line.amountCents !== null && Math.abs(line.amountCents) !== sum) return [unmatched(line, 'amount', now)]\n",
    replace: '',
    caughtBy: [ofPayouts],
  },
  {
    name: 'a rejected message that also rejects the payouts of which it says something else',
    file: 'server/provider/bankFiles/plan.ts',
    find: 'line.status === null || !(mentioned.has(reference)',
    replace: 'line.status !== null || !(mentioned.has(reference)',
    caughtBy: [ofPayouts],
  },
  {
    name: 'a payment file written a second time after the bank has taken it away',
    file: 'server/money/payments/fileBank.ts',
    find: '      if (file[column] !== null) return\n',
    replace: '',
    caughtBy: [ofFiles],
  },
  {
    name: 'a payment file with payments that ended before it was handed over',
    file: 'server/money/payments/sentFiles.ts',
    find: '(${handsOver !== null} or excluded',
    replace: '(excluded',
    caughtBy: [ofFiles],
  },
  {
    name: 'a payment file made by hand of payouts that are being sent',
    file: 'server/money/payouts/makePayoutFile.ts',
    find: ' and w.ask_at <= ${now} order by',
    replace: ' order by',
    caughtBy: [ofFiles],
  },
]
