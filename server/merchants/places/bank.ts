import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { bankCodeOf } from '#domain/money/iban'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { readTable } from './readTable.ts'

/** A bank of Spain or Portugal; `code`: its bank code in an IBAN, see `bankCodeOf`. */
type Bank = { code: string; name: string; bic: string | null }

let banks: Map<string, Bank> | undefined

const rows = (file: string, before: string) =>
  readTable(file).map(([code = '', bic = '', name = '']): [string, Bank] => [
    before + code,
    { code: before + code, name, bic: bic === '' ? null : bic },
  ])

/** The bank of a code, also one that has merged into another; undefined when unknown. Read on first use. */
export function bankOf(code: string): Bank | undefined {
  banks ??= new Map([...rows('es_entidades_bancarias.csv', ''), ...rows('pt_bancos.csv', 'PT')])
  return banks.get(code)
}

/** Whether a Spanish number has a bank code that does not exist; only the Spanish list is complete. */
export const isUnknownBank = (iban: string): boolean => iban.startsWith('ES') && bankOf(bankCodeOf(iban)) === undefined

/** A bank by its code. Refuses with ApiValidationException when malformed, ObjectNotFoundException when unknown. */
export const bank = async ({ params }: { params: { code: string } }): Promise<AnswerOf<Api['bank']>> => {
  if (!/^(?:PT)?\d{4}$/.test(params.code))
    throw new Refusal('ApiValidationException', { fields: [{ name: 'code', code: 'format', message: text('errors.field.format') }] })
  const found = bankOf(params.code)
  // The code is no object's id, so the client does not look for the object elsewhere while a number is typed.
  if (!found) throw new Refusal('ObjectNotFoundException', { fields: { code: params.code } })
  return found
}
