import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEmail } from '../platform/outbound/storedMail.ts'
import { makePost, storedMailFolder } from '../platform/outbound/post.ts'
import { offered, withLanguage } from '../platform/calls/messages.ts'
import { composeEmail } from '../platform/emails/composeEmail.ts'
import { withPictures } from '../platform/brand/emailPictures.ts'
import { readPng } from '../platform/brand/readPng.ts'
import { facturae } from '../money/invoices/facturae.ts'
import { invoicePdf } from '../money/invoices/invoicePdf.ts'
import { samples } from '../provider/messages/samples.ts'
import { leftOfFirstBrand, secondBrand, secondConfig } from '../testing/brand/secondBrand.ts'
import { usualInvoice } from '../testing/invoices/testInvoices.ts'
import { pdfPages } from '../testing/invoices/testPdf.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const own = { ...secondConfig(), mailWords: new Map([['es' as const, { 'mail.reset.subject': 'Elige otra contraseña' }]]) }
let server: TestServer
beforeAll(async () => void (server = await startTestServer({ config: own })))
afterAll(() => server.close())

const read = (path: string, language = 'es') => server.send('GET', path, { headers: { 'accept-language': language } })
const brandIn = async (path: string, language?: string) => {
  const { status, raw } = await read(path, language)
  expect(status, path).toBe(200)
  return raw
}

it('nothing of the first brand is left in what the server writes: pages, manifest, files for programs', async () => {
  const left: string[] = []
  for (const language of offered) left.push(...leftOfFirstBrand(language, await brandIn('/accessibility', language)))
  for (const path of ['/manifest.webmanifest', '/.well-known/security.txt', '/robots.txt', '/brand.css'])
    left.push(...leftOfFirstBrand(path, await brandIn(path)))
  const unknown = await read('/p/23456789')
  left.push(...leftOfFirstBrand('/p/…', unknown.raw))
  const docs = (await Promise.all(['es', 'en'].map((language) => brandIn(`/docs/shops?lang=${language}`)))).join()
  left.push(...leftOfFirstBrand('/docs/shops', docs))
  expect(left).toEqual([])
  expect(docs).toMatch(/<link rel="icon" type="image\/svg\+xml" href="\/brand\/.*<header class="top"><picture>.*alt="Plazo Fácil"/s)
  expect(docs).toContain(`@${secondBrand.vendor}/shops-client`)
  expect(await brandIn('/.well-known/security.txt')).toContain(`mailto:${secondBrand.supportEmail}`)
  expect(unknown.raw).toMatch(/<header class="brand"><picture>.*alt="Plazo Fácil"/)
})

it('the plugin for WooCommerce knows the brand and names no other', async () => {
  const { bytes } = await read('/plugins/woocommerce.zip')
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString('utf8')] as const)
  expect(files.length).toBeGreaterThan(3)
  expect(files.flatMap(([name, content]) => leftOfFirstBrand(name, `${name}\n${content}`))).toEqual([])
  expect(files.some(([, content]) => content.includes('"vendor": "plazofacil"'))).toBe(true)
})

it('icons and pictures are the brand’s, and an SVG of its own runs nothing', async () => {
  expect(readPng((await read('/icons/apple-touch-180.png')).bytes)).toEqual({ width: 180, height: 180 })
  const page = await brandIn('/accessibility')
  const [, icon = ''] = /rel="icon" type="image\/svg\+xml" href="([^"]+)"/.exec(page) ?? []
  const picture = await read(icon)
  expect(picture.raw).toContain('#0b5d3b')
  expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
  expect(picture.headers.get('cache-control')).toContain('immutable')
})

it('every e-mail in every language is the brand’s: its logo with the name in words, and nothing of the first brand in HTML or text', () => {
  const config = server.services.config
  const left = offered.flatMap((language) =>
    withLanguage(language, () =>
      samples.flatMap(({ name, write }) => {
        const { subject, html, text } = composeEmail(write(config), config)
        const logos = [...html.matchAll(/<img[^>]*src="cid:(brand-logo(?:-dark)?)"[^>]*alt="([^"]*)"/g)].map(
          ([, cid, alt]) => `${cid} ${alt}`,
        )
        return [
          ...leftOfFirstBrand(`${name} ${language}`, `${subject}\n${html}\n${text}`),
          ...(logos.join() === 'brand-logo Plazo Fácil,brand-logo-dark Plazo Fácil'
            ? []
            : [`${name} ${language}: ${logos.join() || 'no logo'}`]),
          ...(html.includes('http') && /<img[^>]*src="http/.test(html) ? [`${name} ${language}: loads a picture`] : []),
        ]
      }),
    ),
  )
  expect(left).toEqual([])
})

it('previews show the logo in the page and the provider’s own words', () => {
  const { config } = server.services
  const sample = samples.find(({ name }) => name === 'password-reset')
  if (!sample) throw new Error('there is such an e-mail')
  const { subject, html } = withLanguage('es', () => composeEmail(sample.write(config), config))
  expect(subject).toBe('Elige otra contraseña')
  const page = withPictures(html, config.brand.pictures)
  expect(page).not.toContain('cid:')
  expect(page.match(/src="data:image\/png;base64,/g)).toHaveLength(2)
})

it('the logo goes with an e-mail, beside what its HTML says, and is no attachment for a reader', async () => {
  const config = server.services.config
  const [sample] = samples
  const email = composeEmail((sample as (typeof samples)[number]).write(config), config)
  await makePost(config, () => {}).send({ to: 'ana@tienda.test', ...email })
  const folder = storedMailFolder(config)
  const [name = ''] = await readdir(folder)
  const source = await readFile(join(folder, name), 'utf8')
  expect(source).toMatch(/Content-ID: <brand-logo>/i)
  expect(source).toMatch(/multipart\/related/)
  expect(source).toMatch(/^From: .*hola@plazofacil\.example/m)
  expect(leftOfFirstBrand('e-mail', source)).toEqual([])
  expect((await readEmail(Buffer.from(source))).attachments).toEqual([])
})

it('an invoice carries the logo above its issuer, and is the same bytes each time', async () => {
  const pdfOf = async (letterhead: Parameters<typeof invoicePdf>[1]['letterhead']) => {
    const pieces: Uint8Array[] = []
    for await (const piece of invoicePdf(usualInvoice, { electronic: facturae(usualInvoice), letterhead })) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  const [built, branded, again] = [await pdfOf({ colours: {} }), await pdfOf(own.brand), await pdfOf(own.brand)]
  expect(branded.equals(again)).toBe(true)
  expect([built, branded].map((pdf) => pdf.includes('/Subtype /Image'))).toEqual([false, true])
  expect(pdfPages(branded).flat()).toEqual(pdfPages(built).flat())
})
