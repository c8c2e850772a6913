import type { PlantedDefect } from './plantedDefect.ts'

const checks = 'server/sales/identity/identityChecks.slow.test.ts'

/** Defects of partners: what is not theirs is believed, or what they say counts twice. */
export const partnerDefects: readonly PlantedDefect[] = [
  {
    name: 'a forged notification of a simulated partner accepted',
    file: 'server/money/payments/simulatedCards.ts',
    find: ' || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null',
    replace: ') return null',
    caughtBy: ['server/money/payments/identityConformance.test.ts', checks],
  },
  {
    name: 'a return with the state of another customer’s check accepted',
    file: 'server/sales/identity/checks.ts',
    find: "services.tokens.isLink(state, 'identity_return', id, 1)",
    replace: 'state !== id',
    caughtBy: [checks],
  },
  {
    name: 'a replayed return that asks the partner again',
    file: 'server/sales/checkout/challenge.ts',
    find: ' and i.returned_at is null',
    replace: '',
    caughtBy: [checks],
  },
  {
    name: 'a replayed return from a bank that asks it again',
    file: 'server/sales/checkout/bank.ts',
    find: ' and b.returned_at is null',
    replace: '',
    caughtBy: ['server/sales/checkout/bankReturn.slow.test.ts'],
  },
  {
    name: 'a receipt of a text message accepted without its signature',
    file: 'server/sales/messages/twilioSms.ts',
    find: 'if (sentSignature.length !== expected.length || !timingSafeEqual(sentSignature, expected)) return null',
    replace: 'if (sentSignature.length === 0 && expected.length === 0) return null',
    caughtBy: ['server/sales/messages/smsReceipts.slow.test.ts'],
  },
  {
    name: 'somebody else’s bank accounts counted as the customer’s',
    file: 'server/money/payments/accountInformation.ts',
    find: 'accounts.filter((account) => account.isOwner)',
    replace: 'accounts',
    caughtBy: ['server/money/payments/bankConformance.test.ts'],
  },
]
