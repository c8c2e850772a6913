import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readPng } from './readPng.ts'
import { readPictures } from './brandPictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'brand-pictures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const svg = (inner = '<rect width="9" height="9" fill="#123456"/>', more = 'viewBox="0 0 64 64"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more}>${inner}</svg>`
/** The header of a PNG of a size, without pixels. */
const pngHeader = (width: number, height: number) => {
  const bytes = Buffer.alloc(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const fileOf = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const none = { BRAND_ICON: '', BRAND_LOGO: '', BRAND_LOGO_DARK: '' }
const problemOf = (paths: Partial<typeof none>): string => {
  try {
    readPictures({ ...none, ...paths })
    return ''
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}/`, '')
  }
}
const iconProblem = (content: string | Buffer) => problemOf({ BRAND_ICON: fileOf('icon', content) })

it.each([
  ['a script', svg('<script>alert(1)</script>'), 'contains <script>; save it as plain SVG with text as paths'],
  ['an event handler', svg('<rect onload="alert(1)"/>'), 'has the event handler onload'],
  [
    'a picture from elsewhere',
    svg('<image href="https://elsewhere.test/x.png"/>'),
    'contains <image>; save it as plain SVG with text as paths',
  ],
  ['a shape from elsewhere', svg('<use xlink:href="other.svg#a"/>'), 'refers to another file in xlink:href'],
  ['a colour from elsewhere', svg('<rect fill="url(//elsewhere.test/x#a)"/>'), 'refers to another file in fill'],
  ['a hidden address in a style', svg(String.raw`<rect style="fill:u\72l(//elsewhere.test)"/>`), 'refers to another file in style'],
  ['an import in a style', svg('<style>@import "x.css";</style>'), 'refers to another file in <style>'],
  ['another base', svg('<g xml:base="https://elsewhere.test/"/>'), 'refers to another file in xml:base'],
  ['text, which depends on fonts', svg('<text>Paga</text>'), 'contains <text>; save it as plain SVG with text as paths'],
  ['a movement', svg('<rect><animate attributeName="x"/></rect>'), 'contains <animate>; save it as plain SVG with text as paths'],
  ['HTML', svg('<foreignObject/>'), 'contains <foreignObject>; save it as plain SVG with text as paths'],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg()}`, 'has a document type; save it as plain SVG with text as paths'],
  [
    'a style sheet',
    `<?xml version="1.0"?><?xml-stylesheet href="x"?>${svg()}`,
    'has a processing instruction; save it as plain SVG with text as paths',
  ],
  ['no size', svg('', ''), 'has no viewBox, and no width and height in pixels'],
  ['an oblong', svg('', 'viewBox="0 0 64 32"'), 'is 64 × 32, not square'],
  ['an unfinished file', '<svg', 'is not well-formed XML'],
  ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'is not an SVG'],
  ['a picture of another kind', 'GIF89a'.padEnd(64), 'is neither an SVG nor a PNG'],
  ['a small PNG', pngHeader(300, 300), 'is 300 × 300 pixels, fewer than 512 × 512'],
  ['a PNG without pixels', pngHeader(512, 512), 'cannot be drawn'],
  ['a large file', Buffer.alloc(256 * 1024 + 1, ' '), 'is larger than 256 KB'],
])('an icon is refused in one line for %s', (_name, content, problem) => {
  expect(iconProblem(content)).toBe(`BRAND_ICON: icon ${problem}.`)
})

it('a logo needs an icon, a dark one a light one, and each a shape that pages have space for', () => {
  const [icon, tall, low] = [
    fileOf('icon.svg', svg()),
    fileOf('tall.svg', svg('', 'viewBox="0 0 10 20"')),
    fileOf('low.png', pngHeader(200, 40)),
  ]
  expect([
    problemOf({ BRAND_LOGO: icon }),
    problemOf({ BRAND_ICON: icon, BRAND_LOGO_DARK: icon }),
    problemOf({ BRAND_ICON: icon, BRAND_LOGO: tall }),
    problemOf({ BRAND_ICON: icon, BRAND_LOGO: low }),
    problemOf({ BRAND_ICON: `${folder}/nowhere.svg` }),
  ]).toEqual([
    "BRAND_LOGO: BRAND_ICON is needed too, for browsers' tabs and phones.",
    'BRAND_LOGO_DARK: BRAND_LOGO is needed too, for light pages.',
    'BRAND_LOGO: tall.svg is 10 × 20; a logo is as wide as it is high, up to 8 times as wide.',
    'BRAND_LOGO: low.png is 200 × 40 pixels, less than 64 high.',
    'BRAND_ICON: nowhere.svg cannot be read.',
  ])
})

it('a drawing of shapes, gradients and styles of its own is taken, and drawn for e-mails and PDF files', () => {
  const inner = `<title>Paga</title><defs><linearGradient id="a"><stop stop-color="#fff"/></linearGradient></defs><style>.b{fill:url(#a)}</style><rect class="b" width="9" height="9"/><use xlink:href="#a"/>`
  const pictures = readPictures({
    ...none,
    BRAND_ICON: fileOf('icon.svg', svg()),
    BRAND_LOGO: fileOf('logo.svg', svg(inner, 'width="200px" height="50"')),
  })
  expect(pictures).toMatchObject({
    icon: { type: 'image/svg+xml', width: 64 },
    logo: { width: 200, height: 50 },
    logoDark: null,
    rasterDark: null,
  })
  expect(readPng(pictures?.raster.png ?? Buffer.alloc(0))).toEqual({ width: 512, height: 128 })
  // With the logo's own icon alone, the icon is drawn.
  const alone = readPictures({ ...none, BRAND_ICON: fileOf('icon.svg', svg()) })
  expect(readPng(alone?.raster.png ?? Buffer.alloc(0))).toEqual({ width: 128, height: 128 })
  expect(readPictures(none)).toBeUndefined()
})
