import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPage, widgetFindingsOf, type WidgetFinding } from './widgetCheck.ts'

const script = 'https://pagos.example/widget.js'
const publicKey = `pk_live_${'a'.repeat(32)}`
const tag = (key = publicKey, src = script) => `<script async src="${src}?public_key=${key}"></script>`
const box = (attributes = 'data-price=".precio"') => `<div data-marca-widget-instalments ${attributes}></div>`
const page = (head: string, body: string) =>
  `<!doctype html><html><head>${head}</head><body><p class="oferta precio">12,00 €</p>${body}</body></html>`
const codes = (html: string, facts: Partial<Parameters<typeof widgetFindingsOf>[1]> = {}) =>
  widgetFindingsOf(readPage(html, 'marca', script), { mode: 'live', keyWorks: true, cut: false, ...facts }).map(
    ({ code, level }: WidgetFinding) => `${level} ${code}`,
  )

describe('a page with the widget', () => {
  test.each([
    ['that is correct', page(tag(), box()), ['ok keyWorks', 'ok priceFound', 'ok panelRules']],
    ['without script', page('', box()), ['error noScript', 'ok priceFound', 'ok panelRules']],
    [
      'with a third-party script',
      page(tag(publicKey, 'https://otro.example/widget.js'), box()),
      ['error noScript', 'ok priceFound', 'ok panelRules'],
    ],
    [
      'with a script without protocol',
      page(tag(publicKey, '//pagos.example/widget.js'), box()),
      ['ok keyWorks', 'ok priceFound', 'ok panelRules'],
    ],
    ['without key', page(`<script src="${script}"></script>`, box()), ['error noKey', 'ok priceFound', 'ok panelRules']],
    ['with the private key in it', page(tag(`sk_live_${'a'.repeat(32)}`), box()), ['error privateKey', 'ok priceFound', 'ok panelRules']],
    ['with a sandbox key', page(tag(`pk_test_${'a'.repeat(32)}`), box()), ['error otherMode', 'ok priceFound', 'ok panelRules']],
    ['without container', page(tag(), ''), ['ok keyWorks', 'error noContainer']],
    ['with a container in a comment', page(tag(), `<!-- ${box()} -->`), ['ok keyWorks', 'error noContainer']],
    [
      'with a selector that matches nothing',
      page(tag(), box('data-price="#importe"')),
      ['ok keyWorks', 'error priceMissing', 'ok panelRules'],
    ],
    [
      'with a selector for browsers only',
      page(tag(), box('data-price="main > .x"')),
      ['ok keyWorks', 'warning priceUnknown', 'ok panelRules'],
    ],
    [
      'with two prices',
      page(tag(), `<p id="p">120 € 89 €</p>${box('data-price="#p"')}`),
      ['ok keyWorks', 'error pricesSeveral', 'ok panelRules'],
    ],
    [
      'with an inexact price',
      page(tag(), `<p id="p">desde 89 €</p>${box('data-price="#p"')}`),
      ['ok keyWorks', 'error priceVague', 'ok panelRules'],
    ],
    [
      'with a price written by a script',
      page(tag(), `<p id="p"></p>${box('data-price="#p"')}`),
      ['ok keyWorks', 'warning priceUnread', 'ok panelRules'],
    ],
    [
      'with a reduced price',
      page(tag(), `<del><b class="p">120 €</b></del> <b class="p">89 €</b>${box('data-price=".p"')}`),
      ['ok keyWorks', 'ok priceFound', 'ok panelRules'],
    ],
    ['with an amount', page(tag(), box('data-amount="1200"')), ['ok keyWorks', 'ok amountSaid', 'ok panelRules']],
    ['with an amount in euros', page(tag(), box('data-amount="12,00"')), ['ok keyWorks', 'error noAmount', 'ok panelRules']],
    ['with options', page(tag(), box('data-amount=1200 data-option-align=left')), ['ok keyWorks', 'ok amountSaid', 'ok pageRulesSome']],
    [
      'of v5',
      page(tag(), '<div data-marca-widget-instalments="v5" data-amount="1200"></div>'),
      ['ok keyWorks', 'ok amountSaid', 'ok pageRules'],
    ],
    [
      'with the older attribute name',
      page(tag(), '<div data-marca-simulator data-amount="1200"></div>'),
      ['ok keyWorks', 'ok amountSaid', 'ok panelRules'],
    ],
    ['with two scripts', page(tag() + tag(), box()), ['warning scriptTwice', 'ok keyWorks', 'ok priceFound', 'ok panelRules']],
  ])('%s', (_name, html, found) => expect(codes(html)).toEqual(found))

  test('served from the host of the script may omit the host', () => {
    const html = page(`<script src="/widget.js?public_key=${publicKey}"></script>`, '')
    expect(readPage(html, 'marca', script, 'https://pagos.example').scripts).toHaveLength(1)
    expect(readPage(html, 'marca', script, 'https://tienda.example').scripts).toEqual([])
  })

  test('with a key of another shop is reported', () => expect(codes(page(tag(), box()), { keyWorks: false })[0]).toBe('error foreignKey'))

  test('of which only a part was read is not reported for what may follow', () =>
    expect(codes('<html><head>', { cut: true })).toEqual(['warning cut', 'warning noScript', 'warning noContainer']))
})

test('is read in linear time, whatever it contains', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<', '>', '"', "'", '=', ' ', 'div', 'script', 'src', '/', '<!--', '-->', 'a', '\n'), { maxLength: 400 }),
      (parts) => {
        expect(readPage(parts.join(''), 'marca', script).scripts).toEqual([])
      },
    ),
  )
  // Quadratic time would exceed the test's time limit.
  for (const hostile of [`<div ${'a '.repeat(30_000)}`, '<'.repeat(65_000), `<a${' x=\'"'.repeat(13_000)}`])
    expect(readPage(hostile, 'marca', script).scripts).toEqual([])
})
