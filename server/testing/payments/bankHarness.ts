import type { AccountInformation, BankErrorCode } from '../../money/payments/accountInformation.ts'
import { gocardlessBanks } from '../../money/payments/gocardless/gocardlessBanks.ts'
import { checksInMemory } from '../../money/payments/simulatedChecks.ts'
import { simulatedBanks } from '../../money/payments/simulatedPartners.ts'
import { startFakeGocardless } from './fakeGocardless.ts'

/** How a bank behaves, by the error that the partner then answers with; `null`: it confirms. */
export type BankCase = BankErrorCode | null | 'poor'

/** What the conformance suite needs of an account-information partner's test side. Whoever writes an adapter writes one of these. */
export type BankHarness = {
  banks: AccountInformation
  /** The code of a bank that behaves so. */
  bankCode(bankCase: BankCase): string
  /** The customer authorises at their bank, or declines; their bank then behaves as wanted. */
  answer(url: string, bankCase: BankCase, authorise: boolean): Promise<void>
  /** The answer to the next request is lost after its effect. Null: the partner is not behind a network. */
  loseAnswer: (() => void) | null
  /** The next request meets a failure. Null: the partner is not behind a network. */
  fail: ((how: 'before' | 'error' | 'busy' | 'token') => void) | null
  close(): Promise<void>
}

const simulatedCodes = { C001: '9901', C002: '9902', C004: '9904', C005: '9905', T001: '9911', P000: '9900', poor: '9950' } as const

async function simulatedHarness(): Promise<BankHarness> {
  const checks = checksInMemory()
  return {
    banks: simulatedBanks(checks),
    bankCode: (bankCase) => (bankCase === null ? '2100' : simulatedCodes[bankCase]),
    answer: (url, _wanted, authorise) => checks.answer(url.split('/').at(-1) ?? '', authorise ? 'passed' : 'refused'),
    loseAnswer: null,
    fail: null,
    close: async () => {},
  }
}

const fakeAnswers = {
  C001: 'rejected',
  C002: null,
  C004: 'expired',
  C005: 'too_many',
  T001: 'bank_down',
  P000: 'no_accounts',
  poor: 'poor',
} as const

async function gocardlessHarness(): Promise<BankHarness> {
  const fake = await startFakeGocardless()
  return {
    banks: gocardlessBanks(fake),
    bankCode: () => '2100',
    async answer(url, bankCase, authorise) {
      const how = !authorise ? 'rejected' : bankCase === null ? 'authorised' : fakeAnswers[bankCase]
      if (how !== null) fake.answer(url, how)
    },
    loseAnswer: () => fake.fail('token', 'after'),
    fail: (how) => fake.fail(how),
    close: () => fake.close(),
  }
}

/** Opens the harness of each account-information partner. */
export const bankHarnesses: Readonly<Record<string, () => Promise<BankHarness>>> = {
  simulated: simulatedHarness,
  gocardless: gocardlessHarness,
}
