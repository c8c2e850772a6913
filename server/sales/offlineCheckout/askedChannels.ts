import type { FieldProblem } from '#contract/platform/errors'
import { isLandline } from '#domain/platform/identifiers'
import { fieldProblem } from './askedCustomer.ts'

export type Channel = 'sms' | 'email'

/** The ways a link goes out, each once and each with an address. `wireNames` are those of the address fields. */
export function askedChannels(
  channels: readonly Channel[],
  { phone, email }: { phone: string | null; email: string },
  wireNames: { phone: string; email: string },
  problems: FieldProblem[],
): readonly Channel[] {
  if (new Set(channels).size < channels.length) problems.push(fieldProblem('channels', 'twice', 'checkout.field.channelTwice'))
  if (channels.includes('sms') && phone === null) problems.push(fieldProblem(wireNames.phone, 'required', 'checkout.field.phoneForSms'))
  else if (channels.includes('sms') && isLandline(phone ?? '') && !problems.some(({ name }) => name === wireNames.phone))
    problems.push(fieldProblem('channels', 'landline', 'checkout.field.landlineSms'))
  if (channels.includes('email') && email === '') problems.push(fieldProblem(wireNames.email, 'required', 'checkout.field.emailForMail'))
  return channels
}
