import { expect, it } from 'vitest'
import { bankCodeOf } from '#domain/money/iban'
import { testVectors } from '#domain/platform/testVectors'
import { bank, bankOf, isUnknownBank } from './bank.ts'

const of = (code: string) => bank({ params: { code } })

it('finds a bank by its four figures, with its BIC where it has one', async () => {
  expect(await of('2100')).toEqual({ code: '2100', name: expect.stringMatching(/CAIXABANK/i), bic: 'CAIXESBB' })
  expect(await of('0049')).toMatchObject({ bic: 'BSCHESMM' })
  expect(testVectors.ibanValid.filter((iban) => bankOf(bankCodeOf(iban)) === undefined)).toEqual([])
})

it('finds a bank of Portugal, and takes an unknown one for a mistake only where the list is whole', async () => {
  expect(await of('PT0035')).toEqual({ code: 'PT0035', name: 'CAIXA GERAL DE DEPÓSITOS', bic: 'CGDIPTPL' })
  expect(
    ['ES9121000418450200051332', 'ES7090010000000000000000', 'PT50000201231234567890154', 'DE89370400440532013000'].map(isUnknownBank),
  ).toEqual([false, true, false, false])
})

it('finds none for a code that nobody has, and says so without leading elsewhere', async () => {
  await expect(of('9001')).rejects.toMatchObject({ type: 'ObjectNotFoundException', fields: { code: '9001' } })
})

it.each(['', '21', '21000', 'ABCD', '٢١٠٠', 'FR2100', ' 210', '__proto__'])('«%s» is no code', async (code) => {
  await expect(of(code)).rejects.toMatchObject({ type: 'ApiValidationException', fields: [{ name: 'code', code: 'format' }] })
})
