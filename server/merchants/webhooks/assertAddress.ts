import type { Mode } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** Refuses with ApiValidationException an address that nothing will ever be sent to; what its name leads to is looked at when something is sent. */
export function assertAddress({ outbound }: Pick<Services, 'outbound'>, url: string, mode: Mode): void {
  const problem = outbound.addressProblem(url, mode)
  if (problem === null) return
  const message = text(`webhooks.field.${problem}`)
  throw new Refusal('ApiValidationException', { fields: [{ name: 'url', code: 'url', message }] })
}
