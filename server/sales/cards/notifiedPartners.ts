import type { CardNotification, SignedRequest } from '../../money/payments/cardProvider.ts'
import type { Services } from '../../platform/calls/call.ts'
import { askSoon } from '../identity/askDueChecks.ts'
import { recordReceipt } from '../messages/receipts.ts'

/** A partner that notifies us: how it signs, and what follows from a notification. */
type NotifiedPartner = {
  verifyNotification(request: SignedRequest): Promise<CardNotification | null>
  apply(notification: CardNotification): Promise<void>
}

/** The partners besides the card provider that notify us, by their name in the address of their notifications. */
export function otherPartner(services: Services, name: string): NotifiedPartner | undefined {
  const { identity } = services.payments
  const { receipts } = services.sms
  if (receipts && name === receipts.name)
    return {
      verifyNotification: async (request) => {
        const receipt = receipts.verify(request)
        return receipt && { id: receipt.id, type: receipt.state, objectId: receipt.about }
      },
      apply: ({ objectId, type }) => recordReceipt(services, objectId, type),
    }
  if (name !== identity.name) return undefined
  return {
    verifyNotification: (request) => identity.verifyNotification(request),
    apply: async (notification) => {
      const about = await identity.readNotification(notification)
      if (about) await askSoon(services, about.id)
    },
  }
}
