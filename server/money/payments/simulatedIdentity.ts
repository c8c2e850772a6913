import { createHash } from 'node:crypto'
import { TEST_DOCUMENTS } from '#domain/sales/operations/sandbox'
import { type IdentityAnswer, type IdentityProvider, type IdentityWay, supportNumberPattern } from './identityProvider.ts'
import { simulatedObject, verifySimulated } from './simulatedCards.ts'
import { checksInMemory, type SimulatedAnswer, type SimulatedCheck, type SimulatedChecks } from './simulatedChecks.ts'

/** Where the customer proves who they are to the simulated partner. */
export const identityCheckPath = '/identity-check'

const referenceOf = (id: string) => `sim_identity_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`

/** Support numbers and codes with a fixed answer (docs/domain.md#test-mode); any other well-formed one passes. */
const answers: Readonly<Record<string, SimulatedAnswer>> = {
  AAA000000: 'failed',
  ZZZ000000: 'refused',
  RRR000000: 'needs_review',
  PPP000000: 'later',
  '000000': 'failed',
  '999999': 'refused',
  '555555': 'needs_review',
  '111111': 'later',
}
const wellFormed: Readonly<Record<string, RegExp>> = { support_number: supportNumberPattern, code: /^\d{6}$/ }

/** Identity checks without a network. The document decides the way: on the partner's page, by a code, or by the number of the document. */
export function simulatedIdentity(checks: SimulatedChecks = checksInMemory(), secret = ''): IdentityProvider {
  const way = (documentNumber: string): IdentityWay => {
    if (documentNumber === TEST_DOCUMENTS.challengePage) return 'page'
    return documentNumber === TEST_DOCUMENTS.challengeCode ? 'code' : 'support_number'
  }
  return {
    name: 'simulated-identity',
    checkAccess: async () => {},
    way: ({ documentNumber }) => way(documentNumber),
    async start({ id, person, returnUrl }) {
      const record = await checks.keep({ id, kind: 'identity', state: 'waiting', subject: way(person.documentNumber), returnUrl })
      return answerOf(record)
    },
    async answer({ id, text }) {
      const check = await checks.read(id)
      if (!check) throw new Error(`identity check ${id} is unknown`)
      await checks.answer(id, wellFormed[check.subject]?.test(text) ? (answers[text] ?? 'passed') : 'failed')
      return answerOf((await checks.read(id)) ?? check)
    },
    async find({ id }) {
      const check = await checks.read(id)
      // What is answered later is answered as soon as it is asked about.
      if (check?.state === 'later') await checks.answer(id, 'passed')
      return check ? answerOf(check.state === 'later' ? { ...check, state: 'passed' } : check) : null
    },
    verifyNotification: async (request) => verifySimulated(secret, request),
    readNotification: async ({ objectId }) => simulatedObject(objectId),
  }
}

function answerOf({ id, state, subject, returnUrl }: SimulatedCheck): IdentityAnswer {
  const reference = referenceOf(id)
  if (state === 'later') return { state: 'pending', reference }
  if (state !== 'waiting') return { state, reference }
  if (subject === 'page') return { state: 'needs_customer', reference, redirectUrl: new URL(`${identityCheckPath}/${id}`, returnUrl).href }
  return { state: 'needs_answer', reference, asks: subject === 'code' ? 'code' : 'support_number' }
}
