import { expect, it } from 'vitest'
import { phoneText } from './phoneText.ts'

it.each([
  ['612345678', '612\u00a0345\u00a0678'],
  ['+34612345678', '+34\u00a0612\u00a0345\u00a0678'],
  ['+351912345678', '+351\u00a0912\u00a0345\u00a0678'],
  ['612 345 678', '612\u00a0345\u00a0678'],
  ['+351 912 345 678', '+351\u00a0912\u00a0345\u00a0678'],
  ['6•• ••• 258', '6••\u00a0•••\u00a0258'],
  ['ana@correo.test', 'ana@correo.test'],
])('%s', (phone, shown) => expect(phoneText(phone)).toBe(shown))
