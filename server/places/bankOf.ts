import { readTable } from './readTable.ts'

/** A bank of Spain; `code`: the four figures that name it in an IBAN. */
export type Bank = { code: string; name: string; bic: string | null }

let banks: Map<string, Bank> | undefined

/** The bank of a code, also one that has merged into another; undefined when no bank has it. Read when first asked for. */
export function bankOf(code: string): Bank | undefined {
  banks ??= new Map(
    readTable('es_entidades_bancarias.csv').map(([code = '', bic = '', name = '']) => [code, { code, name, bic: bic === '' ? null : bic }]),
  )
  return banks.get(code)
}
