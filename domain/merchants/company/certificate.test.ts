import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareCertificate, ibansIn, nameWords } from './certificate.ts'
import { groupIban, ibanProblem, spanishIban } from '../../money/iban.ts'
import { paperOf } from '../../testing/testPaper.ts'

const iban = 'ES9121000418450200051332'
const digits = (many: number) => fc.stringMatching(new RegExp(`^\\d{${many}}$`))
const someIban = fc.tuple(digits(4), digits(4), digits(10)).map(([bank, branch, account]) => spanishIban(bank, branch, account))

describe('account numbers', () => {
  it('are found in every format that banks print', () =>
    fc.assert(
      fc.property(
        someIban,
        fc.constantFrom('', ' ', '.', '-', ' · '),
        fc.constantFrom('IBAN: ', 'N.º de cuenta  ', ''),
        (printedIban, between, before) => {
          const printed = groupIban(printedIban).split(' ').join(between)
          expect(ibansIn(paperOf('Muy señores nuestros', `${before}${printed}  EUR`)).map(({ value, at }) => [value, at.line])).toEqual([
            [printedIban, 2],
          ])
          expect(ibansIn(paperOf([...printedIban].join(' '))).map(({ value }) => value)).toEqual([printedIban])
        },
      ),
    ))

  it('are ignored with a wrong or additional digit', () =>
    fc.assert(
      fc.property(someIban, fc.integer({ min: 2, max: 23 }), (validIban, at) => {
        const wrong = `${validIban.slice(0, at)}${(Number(validIban[at]) + 1) % 10}${validIban.slice(at + 1)}`
        expect(ibansIn(paperOf(wrong, `${validIban}7`)).filter(({ value }) => ibanProblem(value) !== null || value === validIban)).toEqual(
          [],
        )
      }),
    ))
})

describe('names', () => {
  it('are equal regardless of case, accents, order and legal form', () => {
    expect(nameWords('Comercial Núñez, S.L.')).toEqual(['COMERCIAL', 'NUNEZ'])
    expect(nameWords('COMERCIAL NUÑEZ SOCIEDAD LIMITADA UNIPERSONAL')).toEqual(['COMERCIAL', 'NUNEZ'])
    expect(nameWords('S.A.')).toEqual(['S', 'A'])
  })
})

describe('a certificate', () => {
  const expected = { iban, names: ['Comercial Núñez S.L.', 'Olga Núñez Peña'] }

  it('that matches says where', () => {
    const read = compareCertificate(
      paperOf('Banco', 'Titular: COMERCIAL NUÑEZ, SOCIEDAD LIMITADA', 'IBAN ES91 2100 0418 4502 0005 1332'),
      expected,
    )
    expect(read).toMatchObject({
      readable: true,
      iban: { says: 'same', found: { at: { line: 3 } } },
      holder: { says: 'same', found: { at: { line: 2 } } },
    })
    expect(compareCertificate(paperOf('NUÑEZ PEÑA, OLGA'), expected).holder.says).toBe('same')
  })

  it('of another account or holder says what and where', () => {
    const read = compareCertificate(
      paperOf('Titular de la cuenta', 'Bazar Gómez S.L.  B12345678', 'ES60 0049 1500 0512 3456 7892'),
      expected,
    )
    expect(read.iban).toMatchObject({ says: 'other', found: { value: 'ES6000491500051234567892', at: { line: 3 } } })
    expect(read.holder).toMatchObject({ says: 'other', found: { value: 'Bazar Gómez S.L.', at: { line: 2 } } })
  })

  it('with two accounts matches either', () =>
    expect(compareCertificate(paperOf('ES60 0049 1500 0512 3456 7892', 'ES91 2100 0418 4502 0005 1332'), expected).iban).toMatchObject({
      says: 'same',
      found: { at: { line: 2 } },
    }))

  it('without text, or without account and holder, gets no result', () => {
    expect(compareCertificate([], expected)).toEqual({ readable: false, iban: { says: 'nothing' }, holder: { says: 'nothing' } })
    expect(compareCertificate(paperOf('Factura de la luz', 'Cliente:'), expected)).toMatchObject({
      readable: true,
      iban: { says: 'nothing' },
      holder: { says: 'nothing' },
    })
    expect(compareCertificate(paperOf('Titular: Alguien'), { iban, names: [''] }).holder.says).toBe('nothing')
  })

  it('does not match a part of somebody’s name', () =>
    expect(compareCertificate(paperOf('Titular: Núñez Hermanos S.L.'), expected).holder.says).toBe('other'))

  it('trusts the labelled holder over any other name', () => {
    const holder = (...texts: string[]) => compareCertificate(paperOf(...texts), expected).holder
    expect(holder('A la atención de Comercial Núñez S.L.', 'Titular: Bazar Gómez S.L.')).toMatchObject({
      says: 'other',
      found: { value: 'Bazar Gómez S.L.', at: { line: 2 } },
    })
    expect(holder('Cliente: Comercial Núñez S.L.', 'Titular: Bazar Gómez S.L.').says).toBe('other')
    expect(holder('Titular: Pedro Gil Mas', 'Titular: Olga Núñez Peña').says).toBe('same')
    // A word within a sentence is no label.
    expect(holder('Comercial Núñez S.L. con CIF B12345678', 'es titular de la cuenta número ES91 2100').says).toBe('same')
    expect(holder('que COMERCIAL NUÑEZ SL es titular de la cuenta', 'Número de cuenta: ES91 2100').says).toBe('same')
  })

  it('matches a one-word name only as a whole column', () => {
    const holder = (...texts: string[]) => compareCertificate(paperOf(...texts), { iban, names: ['Norte S.L.'] }).holder.says
    expect(holder('Titular: NORTE, S.L.  B12345678')).toBe('same')
    expect(holder('Titular: Norte SL con CIF B12345678')).toBe('same')
    expect(holder('Titular: Bazar del Norte S.L.')).toBe('other')
    expect(holder('Oficina Norte', 'Calle del Norte 4')).toBe('nothing')
    expect(holder('Norte, S.L.')).toBe('same')
  })
})
