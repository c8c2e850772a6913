import { describe, expect, test } from 'vitest'
import { emailProblem, tidyEmail } from './emailAddress.ts'

describe('tidyEmail', () => {
  test.each([
    ['Ana@Tienda.ES', 'ana@tienda.es'],
    [' mailto:ana@tienda.es ', 'ana@tienda.es'],
    ['\u202aana@tienda.es\u202c', 'ana@tienda.es'],
    ['ana\u200b@tien\u00adda.es\ufeff', 'ana@tienda.es'],
    ['\uff41na@tienda.es', 'ana@tienda.es'],
    ['ana\uff20tienda\uff0ees', 'ana@tienda.es'],
    ['ﬁna@tienda.es', 'fina@tienda.es'],
    ['ana@caña.es', 'ana@xn--caa-8ma.es'],
    ['ana@CAN\u0303A.es', 'ana@xn--caa-8ma.es'],
    ['josé@tienda.es', 'josé@tienda.es'],
    ['почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['ana+tienda@gmail.com', 'ana+tienda@gmail.com'],
  ])('«%s» is %s, and stays so', (text, address) => {
    expect([tidyEmail(text), emailProblem(tidyEmail(text))]).toEqual([address, null])
    expect(tidyEmail(address)).toBe(address)
  })
})

test.each([
  ['аna@tienda.es', 'scripts'],
  ['ana@tiеnda.es', 'scripts'],
  ['αna@tienda.es', 'scripts'],
  ['ana@аррӏе.com', 'scripts'],
  ['anaա@tienda.es', 'scripts'],
  ['ana@tienda', 'format'],
  ['ana', 'format'],
  ['', 'format'],
  ['ana@@tienda.es', 'format'],
  ['ana@tienda..es', 'format'],
  ['山田たろう@例え.jp', 'scripts'],
  ['ana@xn--caa-8ma.es', null],
])('«%s»: %s', (text, problem) => expect(emailProblem(tidyEmail(text))).toBe(problem))
