import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { bankOf } from './bankOf.ts'

/** A bank by its code. Refuses with ApiValidationException when it is no code, ObjectNotFoundException when no bank has it. */
export const bank = async ({ params }: { params: { code: string } }): Promise<AnswerOf<Api['bank']>> => {
  if (!/^(?:PT)?\d{4}$/.test(params.code))
    throw new Refusal('ApiValidationException', { fields: [{ name: 'code', code: 'format', message: text('errors.field.format') }] })
  const found = bankOf(params.code)
  // No entity's id: a number that is being typed leads nowhere else.
  if (!found) throw new Refusal('ObjectNotFoundException', { fields: { code: params.code } })
  return found
}
