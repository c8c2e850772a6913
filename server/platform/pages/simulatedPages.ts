import type { FastifyInstance } from 'fastify'
import type { Services } from '../calls/call.ts'
import { bankConsentPage } from './bankConsentPage.ts'
import { cardChallenge } from './cardChallenge.ts'
import { identityCheck } from './identityCheck.ts'

/** The pages of the simulated partners: of a card's bank, of the customer's own bank, and of the identity check. */
export function simulatedPages(app: FastifyInstance, services: Services): void {
  cardChallenge(app, services)
  bankConsentPage(app, services)
  identityCheck(app, services)
}
