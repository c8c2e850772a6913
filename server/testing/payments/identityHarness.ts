import { randomUUID } from 'node:crypto'
import { TEST_DOCUMENTS } from '#domain/sales/operations/sandbox'
import type { SignedRequest } from '../../money/payments/cardProvider.ts'
import type { IdentityProvider, IdentityWay } from '../../money/payments/identityProvider.ts'
import { simulatedSignature } from '../../money/payments/simulatedCards.ts'
import { checksInMemory, type SimulatedAnswer } from '../../money/payments/simulatedChecks.ts'
import { simulatedIdentity } from '../../money/payments/simulatedIdentity.ts'

/** What the conformance suite needs of an identity partner's test side. Whoever writes an adapter writes one of these. */
export type IdentityHarness = {
  identity: IdentityProvider
  /** The document of a customer who is checked in this way; null: the partner does not check so. */
  document(way: IdentityWay): string | null
  /** What a customer types for an answer, by the way of the check. */
  typed(way: IdentityWay, answer: SimulatedAnswer): string
  /** The customer answers on the partner's page. */
  answerPage(url: string, answer: SimulatedAnswer): Promise<void>
  /** The partner decides what is pending. */
  settle(): Promise<void>
  /** The answer to the next request is lost after its effect. Null: the partner is not behind a network. */
  loseAnswer: (() => void) | null
  /** A notification about a check. */
  notification(about: { id: string; place: { merchantId: string; mode: string; operationId: string } }, at?: Date): SignedRequest
  close(): Promise<void>
}

const texts: Readonly<Record<SimulatedAnswer, { support_number: string; code: string }>> = {
  passed: { support_number: 'ABC123456', code: '123456' },
  failed: { support_number: 'AAA000000', code: '000000' },
  refused: { support_number: 'ZZZ000000', code: '999999' },
  needs_review: { support_number: 'RRR000000', code: '555555' },
  later: { support_number: 'PPP000000', code: '111111' },
}

/** A signed notification of a simulated partner. */
export function simulatedNotification(
  secret: string,
  { id, place: { merchantId, mode, operationId } }: Parameters<IdentityHarness['notification']>[0],
  at = new Date(),
): SignedRequest {
  const body = JSON.stringify({ id: randomUUID(), type: 'check', object: [merchantId, mode, operationId, id].join('/') })
  const seconds = String(Math.floor(at.getTime() / 1_000))
  const headers = { 'x-simulated-signature': `t=${seconds},v1=${simulatedSignature(secret, seconds, body)}` }
  return { headers, body: Buffer.from(body), now: at }
}

async function simulatedHarness(): Promise<IdentityHarness> {
  const checks = checksInMemory()
  const secret = 'a secret of the simulated partner'
  return {
    identity: simulatedIdentity(checks, secret),
    document: (way) =>
      ({ page: TEST_DOCUMENTS.challengePage, code: TEST_DOCUMENTS.challengeCode, support_number: TEST_DOCUMENTS.challenge })[way],
    typed: (way, answer) => (way === 'page' ? '' : texts[answer][way]),
    answerPage: (url, answer) => checks.answer(url.split('/').at(-1) ?? '', answer),
    settle: async () => {},
    loseAnswer: null,
    notification: (about, at) => simulatedNotification(secret, about, at),
    close: async () => {},
  }
}

/** Opens the harness of each identity partner. */
export const identityHarnesses: Readonly<Record<string, () => Promise<IdentityHarness>>> = { simulated: simulatedHarness }
