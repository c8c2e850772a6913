import { renderToStaticMarkup } from 'react-dom/server'
import type { ComponentProps } from 'react'
import { expect, it } from 'vitest'
import { Button } from './Button.tsx'
import { SendingBlocked } from '../forms/SendingBlocked.ts'

const offline = 'Sin conexión'
const drawn = (props: ComponentProps<typeof Button>, why: string | null = null) =>
  renderToStaticMarkup(
    <SendingBlocked value={why}>
      <Button {...props}>Enviar</Button>
    </SendingBlocked>,
  )
/** The DOM element, which React keeps or replaces (losing the focus). */
const outermost = (markup: string) => /^<(\w+)/.exec(markup)?.[1]

it('keeps the same element, and so the focus, while the network comes and goes', () => {
  for (const wide of [false, true]) {
    const sending = { busyLabel: 'Enviando…', wide }
    expect(outermost(drawn(sending))).toBe('button')
    expect(outermost(drawn(sending, offline))).toBe('button')
  }
})

it('gives the reason why it is blocked as its description, not its name', () => {
  const blocked = drawn({ disabledReason: 'Falta el importe' })
  const id = /aria-describedby="([^"]+)"/.exec(blocked)?.[1]
  expect(blocked).toContain('aria-disabled="true"')
  expect(blocked).toContain(`<span id="${id}" aria-hidden="true" class="reason">Falta el importe</span>`)
  expect(drawn({})).not.toContain('aria-d')
})

it.each<[string, ComponentProps<typeof Button>, boolean]>([
  ['one that says what it does meanwhile', { busyLabel: 'Enviando…' }, true],
  ['one that says that it sends', { sends: true }, true],
  ['a retry, which is harmless', { busyLabel: 'Leyendo…', sends: false }, false],
  ['a form that stays on the device', { type: 'submit' }, false],
  ['one that only opens something', {}, false],
  ['one whose answer is on its way', { busy: true, busyLabel: 'Enviando…' }, false],
])('is blocked while offline or not: %s', (_, props, held) => {
  expect(drawn(props, offline).includes(offline)).toBe(held)
})
