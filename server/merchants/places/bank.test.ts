import { expect, it } from 'vitest'
import { bankCodeOf } from '#domain/money/iban'
import { testVectors } from '#domain/testing/testVectors'
import { bank, bankOf, isUnknownBank } from './bank.ts'

const of = (code: string) => bank({ params: { code } })

it('bank finds a bank by its four digits, with its BIC where it has one', async () => {
  expect(await of('2100')).toEqual({ code: '2100', name: expect.stringMatching(/CAIXABANK/i), bic: 'CAIXESBB' })
  expect(await of('0049')).toMatchObject({ bic: 'BSCHESMM' })
  expect(testVectors.ibanValid.filter((iban) => bankOf(bankCodeOf(iban)) === undefined)).toEqual([])
})

it('bank finds a Portuguese bank, and refuses an unknown one only in Spain, where the list is complete', async () => {
  expect(await of('PT0035')).toEqual({ code: 'PT0035', name: 'CAIXA GERAL DE DEPÓSITOS', bic: 'CGDIPTPL' })
  expect(
    ['ES9121000418450200051332', 'ES7090010000000000000000', 'PT50000201231234567890154', 'DE89370400440532013000'].map(isUnknownBank),
  ).toEqual([false, true, false, false])
})

it('bank answers not found for an unknown code, without pointing elsewhere', async () => {
  await expect(of('9001')).rejects.toMatchObject({ type: 'ObjectNotFoundException', fields: { code: '9001' } })
})

it.each(['', '21', '21000', 'ABCD', '٢١٠٠', 'FR2100', ' 210', '__proto__'])('bank refuses «%s» as a code', async (code) => {
  await expect(of(code)).rejects.toMatchObject({ type: 'ApiValidationException', fields: [{ name: 'code', code: 'format' }] })
})
