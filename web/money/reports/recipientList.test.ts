import { describe, expect, it } from 'vitest'
import { addRecipients, allRecipients } from './recipientList.ts'

describe('recipient list', () => {
  it('is split at commas, semicolons, spaces and lines, and lower-cased', () => {
    expect(addRecipients([], 'Ana@tienda.es, gestor@asesoria.es;\n caja@tienda.es ')).toEqual({
      list: ['ana@tienda.es', 'gestor@asesoria.es', 'caja@tienda.es'],
      rest: '',
      problem: null,
    })
  })

  it('accepts valid addresses and leaves invalid ones as typed', () => {
    expect(addRecipients(['a@b.es'], 'ana@ c@d.es')).toEqual({ list: ['a@b.es', 'c@d.es'], rest: 'ana@', problem: 'malformed' })
  })

  it('is complete when the pending text is empty or valid', () => {
    expect(allRecipients(['a@b.es'], 'c@d.es')).toEqual(['a@b.es', 'c@d.es'])
    expect(allRecipients(['a@b.es'], 'A@b.es ')).toEqual(['a@b.es'])
    expect(allRecipients(['a@b.es'], 'c@d.es, e@')).toBeNull()
    expect(allRecipients([], '')).toEqual([])
  })

  it('has no duplicates and at most five entries', () => {
    expect(addRecipients(['a@b.es'], 'A@B.ES')).toEqual({ list: ['a@b.es'], rest: '', problem: 'known' })
    const five = ['1@b.es', '2@b.es', '3@b.es', '4@b.es']
    expect(addRecipients(five, '5@b.es 6@b.es')).toEqual({ list: [...five, '5@b.es'], rest: '6@b.es', problem: 'tooMany' })
  })
})
