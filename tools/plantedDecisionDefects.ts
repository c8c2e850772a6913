import type { PlantedDefect } from './plantedDefect.ts'

const tests = ['server/provider/decisions/decisions.slow.test.ts', 'server/sales/decisions/decisions.slow.test.ts']

/** Defects of credit decisions: who decides, until when, how often, and whom we believe. */
export const decisionDefects: readonly PlantedDefect[] = [
  {
    name: 'a credit decision accepted after its deadline',
    file: 'server/sales/decisions/answerDecision.ts',
    find: "    if (waiting.until <= now) throw new Refusal('DecisionNotAllowed', { why: 'late' })\n",
    replace: '',
    caughtBy: tests,
  },
  {
    name: 'a credit decision taken by support',
    file: 'contract/provider/decisions.ts',
    find: "  policy: { roles: ['risk'], secondPerson: 'never' },\n  body:",
    replace: "  policy: { roles: ['support', 'risk'], secondPerson: 'never' },\n  body:",
    caughtBy: ['server/provider/decisions/decisions.slow.test.ts'],
  },
  {
    name: 'a credit decision answered twice',
    file: 'server/sales/decisions/waiting.ts',
    find: 'row.verdict !== null || row.decision_wait === null || ',
    replace: '',
    caughtBy: tests,
  },
  {
    name: 'a credit decision of an engine believed without its signature',
    file: 'server/money/payments/httpDecisions.ts',
    find: " || !isSigned(signed, secret, now)) throw new EngineFailure('signature')",
    replace: ") throw new EngineFailure('signature')",
    caughtBy: ['server/money/payments/httpDecisions.test.ts', 'server/sales/decisions/decisions.slow.test.ts'],
  },
  {
    name: 'a credit decision that asks the customer again for what they gave',
    file: 'server/sales/decisions/askEngine.ts',
    find: 'answer !== null && isPossible(answer.outcome, facts)',
    replace: 'answer !== null',
    caughtBy: ['server/sales/decisions/decisions.slow.test.ts'],
  },
]
