import { createHash } from 'node:crypto'
import type { CardRequest, PaymentProvider } from './paymentProvider.ts'

/** `sim_<accepted|declined>_<brand>_<last4>_<nonce>`, made by the simulated card field; the card number is not in it. */
const tokenPattern = /^sim_(accepted|declined)_([a-z]{2,20})_(\d{4})_([A-Za-z0-9]{4,64})$/

/**
 * Cards without a network, for sandbox and demonstration (docs/domain.md#test-mode: 4111 1111 1111 1111 is accepted, 4012 8888 8888 1881 declined).
 * What it answers follows from the token alone and its references from the id, so that it forgets nothing in a restart and keeps nothing.
 */
export function simulatedCards(): PaymentProvider {
  return {
    name: 'simulated',
    verify: async ({ method }) => (accepted(method.token) ? 'verified' : 'declined'),
    authorise: async (request) => ({ state: accepts(request) ? 'authorised' : 'declined', reference: referenceOf('hold', request) }),
    charge: async (request) => ({ state: accepts(request) ? 'captured' : 'declined', reference: referenceOf('charge', request) }),
    capture: async () => {},
    release: async () => {},
    readToken: async (token) => {
      const [, , brand, last4] = tokenPattern.exec(token) ?? []
      return brand === undefined || last4 === undefined ? null : { brand, last4 }
    },
    cardFieldUrl: () => '/card-field',
  }
}

const accepted = (token: string) => tokenPattern.exec(token)?.[1] === 'accepted'
const accepts = ({ method, amountCents }: CardRequest) => accepted(method.token) && amountCents > 0
const referenceOf = (kind: string, { id }: CardRequest) => `sim_${kind}_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`
